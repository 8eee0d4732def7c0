"""Decisions and receipts of a server. They have ids, by which it knows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from .batches import Decisions


class RemoteDecision(tuple[int, Union[int, str, None], Optional[float]]):
    """What to play now: unpacks as round, arm, probability, as a Decision does, and has an id.

    arm is its name where the bandit has names, otherwise its number, which is arm_index; of a linear agent
    it is None on a body, and action is the point to play.

    >>> shown = RemoteDecision("r17", 17, "red", 0.25, 0)
    >>> shown.id, shown.arm
    ('r17', 'red')
    >>> round, arm, probability = shown
    """

    __module__ = "banker"
    id: str
    arm_index: Optional[int]
    action: Optional[NDArray[np.float64]]

    def __new__(
        cls,
        id: str,
        round: int,
        arm: Union[int, str, None],
        probability: Optional[float],
        arm_index: Optional[int] = None,
        action: Optional[NDArray[np.float64]] = None,
    ) -> RemoteDecision:
        fields: Any = (round, arm, probability)
        decision = super().__new__(cls, fields)
        decision.id, decision.arm_index, decision.action = id, arm_index, action
        return decision

    @property
    def round(self) -> int:
        """The number of the decision, from 1."""
        return self[0]

    @property
    def arm(self) -> Any:
        """The name of the arm, or its number."""
        return self[1]

    @property
    def probability(self) -> Optional[float]:
        """That the arm was drawn with."""
        return self[2]

    def __reduce__(self) -> tuple[Any, ...]:
        return RemoteDecision, (self.id, *self, self.arm_index, self.action)

    def __repr__(self) -> str:
        what = f"action={self.action.tolist()}, " if self.action is not None else ""
        if self.arm is not None:
            what += f"arm={self.arm!r}, probability={self.probability}, "
        return f"banker.RemoteDecision(round={self.round}, {what}id={self.id!r})"


class RemoteDecisions(Decisions):
    """Decisions as arrays, as those of Bandit.ask_many(): round, arm (numbers), names, probability, action; and id."""

    __module__ = "banker"

    def __init__(self, decisions: Sequence[RemoteDecision], arm_names: Optional[NDArray[np.str_]]) -> None:
        self.id = [decision.id for decision in decisions]
        self._decisions = decisions
        arms = [decision.arm_index for decision in decisions]
        actions = [decision.action for decision in decisions]
        chances = [decision.probability for decision in decisions]
        super().__init__(
            round=np.array([decision.round for decision in decisions], dtype=np.int64),
            arm=None if None in arms else np.array(arms, dtype=np.int64),
            probability=np.array([np.nan if p is None else p for p in chances], dtype=np.float64),
            action=None if not actions or actions[0] is None else np.array(actions),
            direction=None,
            sign=None,
            arm_names=arm_names,
        )

    def __getitem__(self, place: Any) -> Any:
        """One decision; or some, of a slice, a mask or a list of places, as of an array."""
        if isinstance(place, (int, np.integer)):
            return self._decisions[int(place)]
        some = np.arange(len(self))[place]
        return RemoteDecisions([self._decisions[i] for i in some], self._arm_names)


@dataclass(frozen=True)
class RemoteReceipt:
    """What became of an outcome: "settled" and "skipped" are counted, "stale" and "expired" came too late.

    A list of outcomes may also have some that were refused: "unknown", "conflict", "invalid" or, where the record of a decision
    cannot be read, "unavailable", with a detail.

    >>> RemoteReceipt("r17", "settled", True)
    RemoteReceipt(id='r17', status='settled', counted=True, detail='')
    """

    id: str
    status: str
    counted: bool
    detail: str = ""

    @property
    def refused(self) -> bool:
        """Whether it was a mistake, which has changed nothing."""
        return self.status in ("unknown", "conflict", "invalid", "unavailable")


class RemoteReceipts(list[RemoteReceipt]):
    """What became of many outcomes, in their order.

    >>> receipts = RemoteReceipts([RemoteReceipt("r1", "settled", True), RemoteReceipt("r9", "unknown", False, "?")])
    >>> receipts
    <2 receipts: 1 settled, 1 unknown>
    >>> receipts.status
    array(['settled', 'unknown'], dtype='<U7')
    >>> receipts.refused
    [RemoteReceipt(id='r9', status='unknown', counted=False, detail='?')]
    """

    @property
    def status(self) -> NDArray[np.str_]:
        """'settled', 'skipped', 'stale', 'expired', 'unknown', 'conflict', 'invalid' or 'unavailable'."""
        return np.array([receipt.status for receipt in self], dtype=np.str_)

    @property
    def refused(self) -> list[RemoteReceipt]:
        """Those that were mistakes."""
        return [receipt for receipt in self if receipt.refused]

    def __repr__(self) -> str:
        kinds, counts = np.unique(self.status, return_counts=True)
        what = ", ".join(f"{n} {kind}" for kind, n in zip(kinds, counts))
        return f"<{len(self)} receipts{': ' * bool(what)}{what}>"
