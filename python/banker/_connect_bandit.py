"""A bandit that lives in a decision server."""

from __future__ import annotations

import math
import secrets
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import as_count, as_values
from ._connect_errors import refused_outcome
from ._connect_look import Key, RemoteLook, id_of
from ._connect_records import RemoteDecision, RemoteDecisions, RemoteReceipt, RemoteReceipts
from .errors import StaleWarning


class RemoteBandit(RemoteLook):
    """A bandit of a server, with the verbs of a Bandit. What it answers is on the server's disk.

    >>> ads = server.create("ads", ["red", "green", "blue"], seed=7)
    >>> first = ads.ask()                  # show ad first.arm now ...
    >>> second = ads.ask()                 # ... and another before the first click is known
    >>> late = ads.tell(second, reward=0)  # outcomes come in any order: no click
    >>> never = ads.drop(first)            # this one will never come
    >>> ads.outstanding
    0

    Keep a decision's id, a text, or its round beside your impression, your job, your patient: tell() takes them as
    well as it takes the decision, in any process. Threads may share a bandit.
    """

    __module__ = "banker"

    # ---- Decisions

    def ask(self, *, decision_id: Optional[str] = None) -> RemoteDecision:
        """The next decision. Asked again with the same decision_id, the same decision.

        >>> ads = server.create("ads", ["red", "green"], seed=7)
        >>> ads.ask(decision_id="visit 4711") == ads.ask(decision_id="visit 4711")
        True

        Without one an id is made here, so that a lost answer is asked for again and no decision is lost; with
        connect(..., idempotent=False) the server makes it.
        """
        if decision_id is None and self._idempotent:
            decision_id = secrets.token_hex(16)
        body = {} if decision_id is None else {"decision_id": decision_id}
        made = self._link.call("POST", f"{self._path}/ask", body, again=decision_id is not None)
        return self._decision(made)

    def ask_many(self, n: int, *, decision_ids: Optional[Sequence[str]] = None) -> RemoteDecisions:
        """n decisions at once, as arrays; all of them or none.

        >>> batch = server.create("ads", 10, seed=7).ask_many(5)
        >>> batch.arm
        array([7, 0, 2, 9, 3])
        >>> len(batch.id)
        5
        """
        count = as_count(n)
        if decision_ids is None and self._idempotent:
            prefix = secrets.token_hex(16)
            decision_ids = [f"{prefix}.{i}" for i in range(count)]
        if decision_ids is not None and len(decision_ids) != count:
            raise ValueError(f"{len(decision_ids)} ids for {count} decisions: one for each")
        body: dict[str, Any] = {"decision_ids": decision_ids} if decision_ids is not None else {"count": count}
        made: list[Any] = []
        if count:
            made = self._link.call("POST", f"{self._path}/ask", body, again=decision_ids is not None)["decisions"]
        return RemoteDecisions([self._decision(one) for one in made], self._names)

    def _decision(self, made: Mapping[str, Any]) -> RemoteDecision:
        arm, action = made.get("arm"), made.get("action")
        if arm is not None and arm not in self._number:
            self._learn(self.info())
        number = self._number.get(arm)
        point = None if action is None else np.array(action, dtype=np.float64)
        return RemoteDecision(made["id"], made["round"], arm, made.get("probability"), number, point)

    # ---- Outcomes

    def tell(
        self, decision: Key, loss: Optional[float] = None, *, reward: Optional[float] = None
    ) -> RemoteReceipt:
        """The outcome of a decision, by the decision, its id or its round.

        >>> ads = server.create("ads", ["red", "green"], seed=7)
        >>> shown = ads.ask()
        >>> ads.tell(shown.id, reward=1).status
        'settled'

        The same outcome again is answered as the first time, another one is a RoundError. "expired" and
        "stale" came too late, and nothing is learned from them.
        """
        if (loss is None) == (reward is None):
            raise TypeError("tell() takes exactly one of loss and reward")
        values = as_values([reward], "rewards") if loss is None else as_values([loss], "losses")
        (receipt,) = self._tell([id_of(decision)], values.tolist(), loss is None)
        error = refused_outcome(receipt.status, receipt.detail)
        if error is not None:
            raise error
        return receipt

    def tell_many(
        self,
        decisions: Union[RemoteDecisions, Iterable[Key]],
        losses: Optional[ArrayLike] = None,
        *,
        rewards: Optional[ArrayLike] = None,
    ) -> RemoteReceipts:
        """Many outcomes. Each stands alone: one that is refused does not keep the others from being counted.

        >>> ads = server.create("ads", 3, seed=7)
        >>> ads.tell_many(ads.ask_many(4), rewards=[0, 1, 0, 0])
        <4 receipts: 4 settled>

        Warns if some were refused: see refused of what it returns.
        """
        if (losses is None) == (rewards is None):
            raise TypeError("tell_many() takes exactly one of losses and rewards")
        ids = decisions.id if isinstance(decisions, RemoteDecisions) else [id_of(key) for key in decisions]
        values = as_values(rewards, "rewards") if losses is None else as_values(losses, "losses")
        if len(ids) != len(values):
            raise ValueError(f"{len(ids)} decisions and {len(values)} outcomes: one outcome for each decision")
        receipts = self._tell(ids, values.tolist(), losses is None)
        _warn(receipts)
        return receipts

    def _tell(self, ids: Sequence[str], values: Sequence[float], rewards: bool) -> RemoteReceipts:
        kind = "reward" if rewards else "loss"
        for value in values:
            if not math.isfinite(value):
                raise ValueError(f"the {kind} {value} is not a finite number")
        outcomes = [{"id": id, kind: value} for id, value in zip(ids, values)]
        if not outcomes:
            return RemoteReceipts()
        results = self._link.call("POST", f"{self._path}/tell", {"outcomes": outcomes})["results"]
        return RemoteReceipts(
            RemoteReceipt(one["id"], one["status"], one["counted"], one.get("detail", "")) for one in results
        )

    def drop(self, decision: Key) -> RemoteReceipt:
        """The outcome of a decision will never come.

        >>> ads = server.create("ads", 3, seed=7)
        >>> ads.drop(ads.ask()).status
        'dropped'
        """
        id = id_of(decision)
        late = self._link.call("POST", f"{self._decision_path(id)}/drop", {}, of_a_round=True)
        return RemoteReceipt(id, "dropped" if late is None else late["status"], False)

    # ---- By hand

    def expire(self, older_than: float) -> int:
        """Closes the open decisions that are older than so many seconds, as silence would; how many these were.

        >>> ads = server.create("ads", 3, seed=7)
        >>> waiting = ads.ask_many(5)
        >>> ads.expire(older_than=0)
        5
        """
        count, more = 0, True
        while more:
            done = self._link.call("POST", f"{self._path}/expire", {"older_than": older_than})
            count, more = count + done["expired"], done["more"]
        return count

    def pause(self) -> None:
        """No more decisions until resume(): ask() is a ServerError. Outcomes are taken as before.

        >>> ads = server.create("ads", 3, seed=7)
        >>> ads.pause()
        >>> ads.info()["paused_at"] is None
        False
        >>> ads.resume()
        >>> ads.ask().round
        1
        """
        self._link.call("POST", f"{self._path}/pause", {})

    def resume(self) -> None:
        """Decisions are made again."""
        self._link.call("POST", f"{self._path}/resume", {})

    def upgrade(self, rule: int) -> None:
        """Goes on by a newer rule of its agent, from where it stands; a ServerError if there is none.

        >>> ads = server.create("ads", 3, seed=7)
        >>> ads.upgrade(ads.info()["newest_rule"])
        """
        self._link.call("PATCH", self._path, {"rule": rule})


def _warn(receipts: RemoteReceipts) -> None:
    refused = receipts.refused
    if refused:
        first = f"{refused[0].id}: {refused[0].detail}"
        warnings.warn(f"{len(refused)} of {len(receipts)} outcomes were refused; {first}", stacklevel=3)
    late = sum(receipt.status in ("stale", "expired") for receipt in receipts)
    if 2 * late > len(receipts):
        warnings.warn(f"{late} of {len(receipts)} outcomes came too late", StaleWarning, stacklevel=3)
