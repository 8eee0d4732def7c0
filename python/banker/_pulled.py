"""Arms that know which pull they are from."""

from __future__ import annotations

from typing import Any, Union

ArmID = Union[int, str]


class Pulled:
    """What a pulled arm is besides the arm: the round and the probability it was drawn with."""

    round: int
    probability: float
    arm: ArmID  # plain

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.arm, self.round, self.probability)


class PulledInt(Pulled, int):
    """An int arm with its round and probability; they survive pickling and copying.

    >>> import pickle
    >>> arm = pickle.loads(pickle.dumps(PulledInt(3, round=12, probability=0.25)))
    >>> arm, arm + 1, arm.round, arm.probability
    (3, 4, 12, 0.25)
    """

    def __new__(cls, arm: int, round: int, probability: float) -> PulledInt:
        pulled = super().__new__(cls, arm)
        pulled.arm, pulled.round, pulled.probability = arm, round, probability
        return pulled


class PulledStr(Pulled, str):
    """A str arm with its round and probability; they survive pickling and copying.

    >>> arm = PulledStr("red", round=12, probability=0.25)
    >>> arm, arm == "red", {"red": "#f00"}[arm], arm.round
    ('red', True, '#f00', 12)
    """

    def __new__(cls, arm: str, round: int, probability: float) -> PulledStr:
        pulled = super().__new__(cls, arm)
        pulled.arm, pulled.round, pulled.probability = arm, round, probability
        return pulled
