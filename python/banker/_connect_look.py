"""What a decision server knows of a bandit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from numbers import Integral
from os import PathLike
from typing import Any, Optional, Union
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from ._banker import Statement
from ._connect_http import Link
from ._connect_records import RemoteDecision
from ._files import write_whole

Key = Union[str, int, RemoteDecision]  # an id, a round, or what ask() answered


class RemoteLook:
    """A bandit of a server, to look at."""

    def __init__(self, link: Link, about: Mapping[str, Any], idempotent: bool) -> None:
        self.name: str = about["name"]
        self._link, self._idempotent = link, idempotent
        self._path = f"/v1/bandits/{quote(self.name, safe='')}"
        self._learn(about)

    def _learn(self, about: Mapping[str, Any]) -> None:
        """What never changes about a bandit of this name, unless it is deleted and made again."""
        self._spec: dict[str, Any] = about["spec"]
        arms: list[Any] = about.get("arms", [])
        self._arms = len(arms)
        self._number = {arm: place for place, arm in enumerate(arms)}
        self._names = np.array(arms) if arms and isinstance(arms[0], str) else None

    def info(self) -> dict[str, Any]:
        """All that the server says of the bandit, as of now: docs/server.md.

        >>> server.create("ads", 3, seed=7).info()["rounds"]
        0
        """
        about: dict[str, Any] = self._link.call("GET", self._path)
        return about

    def decision(self, decision: Key) -> dict[str, Any]:
        """All that the server knows of a decision: when and how it was made, what paid for it, its outcome.

        >>> ads = server.create("ads", 3, seed=7)
        >>> ads.decision(ads.ask())["status"]
        'open'
        """
        found: dict[str, Any] = self._link.call("GET", self._decision_path(id_of(decision)), of_a_round=True)
        return found

    def statement(self, decision: Key) -> Optional[Statement]:
        """What paid for a decision, also long after it was told; None without a bank.

        >>> ads = server.create("ads", 3, seed=7)
        >>> paid = ads.statement(ads.ask())
        >>> abs(paid.scale - paid.borrowed - paid.from_pool) < 1e-9
        True
        """
        paid = self.decision(decision)["statement"]
        if paid is None:
            return None
        payments = [(payment["round"], payment["amount"]) for payment in paid["payments"]]
        return Statement((paid["scale"], paid["borrowed"], paid["from_pool"], payments))

    def probabilities(self) -> NDArray[np.float64]:
        """What the next ask draws from; empty on a body."""
        return np.array(self.info().get("probabilities", []), dtype=np.float64)

    def point(self) -> NDArray[np.float64]:
        """What the next action of a linear agent is drawn around; of others the probabilities."""
        about = self.info()
        return np.array(about["point"] if "point" in about else about["probabilities"], dtype=np.float64)

    def certificate(self) -> Optional[float]:
        """A bound on the regret so far, on the estimated losses; None without a bank."""
        bound: Optional[float] = self.info()["certificate"]
        return bound

    def total_invested(self) -> Optional[float]:
        """What was borrowed so far; None without a bank."""
        total: Optional[float] = self.info()["total_invested"]
        return total

    @property
    def rounds(self) -> int:
        """How many decisions were made."""
        return int(self.info()["rounds"])

    @property
    def outstanding(self) -> int:
        """How many of them are open: not told, not dropped, not expired."""
        return int(self.info()["open"])

    @property
    def spec(self) -> str:
        """The spec of the agent, with its seed, as JSON: Bandit.from_spec() makes its twin."""
        return json.dumps(self._spec)

    @property
    def agent(self) -> str:
        """The name of the agent."""
        return str(self._spec["agent"])

    @property
    def seed(self) -> int:
        """What the draws depend on."""
        return int(self._spec["seed"])

    @property
    def arms(self) -> int:
        """How many arms there are, or listed actions; 0 on a body."""
        return self._arms

    @property
    def arm_names(self) -> list[str]:
        """The names of the arms; their numbers as texts where there are none."""
        return [str(arm) for arm in self._number]

    def log(self) -> Iterator[str]:
        """The lines of the log, for banker.replay() and banker.read_log(), as of now.

        >>> ads = server.create("ads", ["red", "green"], seed=7)
        >>> receipt = ads.tell(ads.ask(), reward=1)
        >>> banker.read_log(ads.log())
        <1 decisions: 1 settled>
        """
        return (line.decode() for line in self._link.lines(f"{self._path}/log"))

    def save_log(self, path: Union[str, PathLike[str]]) -> None:
        """Writes the log to a file for `banker replay`: all of it, or nothing.

        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "ads.jsonl")
        >>> server.create("ads", 3, seed=7).save_log(path)
        """
        write_whole(path, (line + b"\n" for line in self._link.lines(f"{self._path}/log")))

    def _decision_path(self, id: str) -> str:
        return f"{self._path}/decisions/{quote(id, safe='')}"

    def __repr__(self) -> str:
        return f"<banker.RemoteBandit {self.name!r} at {self._link.url}>"


def id_of(decision: Any) -> str:
    """The id of a decision, however it is named."""
    if isinstance(decision, RemoteDecision):
        return decision.id
    if isinstance(decision, Integral) and not isinstance(decision, bool):
        return f"r{decision}"
    if isinstance(decision, str):
        return decision
    raise TypeError(f"a decision of a server, its id or its round is needed, not {decision!r}")
