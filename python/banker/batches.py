"""Many decisions and many receipts, as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional, Union, overload

import numpy as np
from numpy.typing import NDArray

from ._banker import STATES, Decision, Receipt

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
    def __getitem__(self, place: Union[slice, Sequence[int], NDArray[Any]]) -> Decisions: ...

    def __getitem__(self, place: Any) -> Union[Decision, Decisions]:
        """One decision; or some, of a slice, a mask or a list of places, as of an array."""
        round, probability = self.round[place], self.probability[place]
        some = (None if c is None else c[place] for c in (self.arm, self.action, self.direction, self.sign))
        arm, action, direction, sign = some
        if np.ndim(round) == 1:
            return Decisions(round, arm, probability, action, direction, sign, self._arm_names)
        index = _plain(arm)
        name = index if index is None or self._arm_names is None else str(self._arm_names[index])
        fields = (_plain(round), name, _plain(probability), index, action, _plain(direction), _plain(sign))
        return Decision(fields)

    def __repr__(self) -> str:
        return f"<{len(self)} decisions>"


class Receipts(Sequence[Receipt]):
    """What became of many rounds, as arrays: round, status, immediate_cost (nan without a bank).

    >>> bandit = banker.Bandit(3, seed=7)
    >>> receipts = bandit.tell_many(bandit.ask_many(2), losses=[0, 1])
    >>> receipts.round
    array([1, 2])
    >>> receipts[0].status
    'settled'
    """

    def __init__(
        self, round: NDArray[np.int64], state: NDArray[np.uint8], immediate_cost: NDArray[np.float64]
    ) -> None:
        self.round, self.immediate_cost = round, immediate_cost
        self._state = state

    @property
    def status(self) -> NDArray[np.str_]:
        """'settled', 'skipped' or 'stale', made when it is read."""
        return _STATUS[self._state]

    @property
    def stale(self) -> int:
        """How many were told too late: the agent had given them up."""
        return int(np.count_nonzero(self._state == STATES.index("stale")))

    def __len__(self) -> int:
        return len(self.round)

    @overload
    def __getitem__(self, place: int) -> Receipt: ...

    @overload
    def __getitem__(self, place: Union[slice, Sequence[int], NDArray[Any]]) -> Receipts: ...

    def __getitem__(self, place: Any) -> Union[Receipt, Receipts]:
        round, state, cost = self.round[place], self._state[place], self.immediate_cost[place]
        if np.ndim(round) == 1:
            return Receipts(round, state, cost)
        return Receipt((_plain(round), STATES[state], None if np.isnan(cost) else _plain(cost)))

    def __repr__(self) -> str:
        kinds, counts = np.unique(self.status, return_counts=True)
        what = ", ".join(f"{n} {kind}" for kind, n in zip(kinds, counts))
        return f"<{len(self)} receipts{': ' * bool(what)}{what}>"


def _plain(value: Any) -> Any:
    return None if value is None else value.item()
