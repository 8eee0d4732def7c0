"""Many decisions and many receipts, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional, Union, overload

import numpy as np
from numpy.typing import NDArray

from ._banker import STATES, Decision

_STATUS = np.array(STATES)


class Decisions(Sequence[Decision]):
    """Decisions as arrays: round, arm (numbers), probability; a row of action for each of a linear agent.

    >>> batch = banker.Bandit(["red", "green", "blue"], seed=7).ask_many(3)
    >>> batch.arm
    array([2, 0, 0])
    >>> batch.names
    array(['blue', 'red', 'red'], dtype='<U5')
    >>> batch[0].arm
    'blue'
    """

    def __init__(
        self,
        round: NDArray[np.int64],
        arm: Optional[NDArray[np.int64]],
        probability: NDArray[np.float64],
        action: Optional[NDArray[np.float64]],
        direction: Optional[NDArray[np.int64]],
        sign: Optional[NDArray[np.int64]],
        arm_names: Optional[NDArray[np.str_]],
    ) -> None:
        self.round, self.arm, self.probability = round, arm, probability
        self.action, self.direction, self.sign = action, direction, sign
        self._arm_names = arm_names

    @property
    def names(self) -> NDArray[np.str_]:
        """The names of the arms; their numbers as texts where the bandit has no names."""
        if self.arm is None:
            raise ValueError("points of a body have no names: read action")
        return self.arm.astype(np.str_) if self._arm_names is None else self._arm_names[self.arm]

    def __len__(self) -> int:
        return len(self.round)

    @overload
    def __getitem__(self, place: int) -> Decision: ...

    @overload
    def __getitem__(self, place: slice) -> Decisions: ...

    def __getitem__(self, place: Union[int, slice]) -> Union[Decision, Decisions]:
        def at(values: Any) -> Any:
            return None if values is None else values[place]

        def plain(value: Any) -> Any:
            return None if value is None else value.item()

        columns = (self.round, self.arm, self.probability, self.action, self.direction, self.sign)
        if isinstance(place, slice):
            round, arm, probability, action, direction, sign = map(at, columns)
            return Decisions(round, arm, probability, action, direction, sign, self._arm_names)
        index = plain(at(self.arm))
        name = index if index is None or self._arm_names is None else str(self._arm_names[index])
        return Decision((plain(at(self.round)), name, plain(at(self.probability)), index, at(self.action),
                         plain(at(self.direction)), plain(at(self.sign))))  # fmt: skip

    def __repr__(self) -> str:
        return f"<{len(self)} decisions>"


class Receipts:
    """What became of many rounds, as arrays: round, status, immediate_cost (nan without a bank)."""

    def __init__(
        self, round: NDArray[np.int64], state: NDArray[np.uint8], immediate_cost: NDArray[np.float64]
    ) -> None:
        self.round, self.immediate_cost = round, immediate_cost
        self._state = state

    @property
    def status(self) -> NDArray[np.str_]:
        """'settled', 'skipped' or 'stale', made when it is read."""
        return _STATUS[self._state]

    def __len__(self) -> int:
        return len(self.round)

    def __repr__(self) -> str:
        kinds, counts = np.unique(self.status, return_counts=True)
        return f"<{len(self)} receipts: {', '.join(f'{n} {kind}' for kind, n in zip(kinds, counts))}>"
