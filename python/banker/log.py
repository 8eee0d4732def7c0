"""Logs of decisions and outcomes, as arrays."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import NDArray

from . import _banker
from .bandit import Bandit
from .catalog import play
from .ranges import range_of, reward_of

_COLUMNS = ("round", "arm", "probability", "loss", "reward", "status")


@dataclass(frozen=True, eq=False)  # arrays have no single answer to ==
class Log:
    """What was decided and what came of it: one row per decision, in the order of the rounds.

    round, arm (its number; -1 for a point of a body), probability when it was drawn, loss (nan: not told) and
    status: "settled", "skipped" and "stale" are told, "dropped" never will be, "open" is neither so far.
    probabilities has one row per decision, the distribution its arm was drawn from; None if it was not kept.
    spec is that of the bandit at the end of the log: a log may move it on to a newer rule.
    """

    spec: str
    arm_names: list[str]
    round: NDArray[np.int64]
    arm: NDArray[np.int64]
    probability: NDArray[np.float64]
    loss: NDArray[np.float64]
    status: NDArray[np.str_]
    probabilities: Optional[NDArray[np.float64]]

    def __len__(self) -> int:
        return len(self.round)

    def __repr__(self) -> str:
        kinds, counts = np.unique(self.status, return_counts=True)
        return f"<{len(self)} decisions: {', '.join(f'{n} {kind}' for kind, n in zip(kinds, counts))}>"

    @property
    def reward(self) -> NDArray[np.float64]:
        """low + high - loss in the agent's range [low, high]; -loss where the agent knows no range."""
        rewards: NDArray[np.float64] = reward_of(self.loss, range_of(self.spec))
        return rewards

    @property
    def told(self) -> NDArray[np.bool_]:
        """Which rows have an outcome."""
        return ~np.isnan(self.loss)

    @property
    def decisions(self) -> NDArray[Any]:
        """The rows as records: log.decisions[0]["arm"]."""
        rows = np.empty(len(self), dtype=[(name, getattr(self, name).dtype) for name in _COLUMNS])
        for name in _COLUMNS:
            rows[name] = getattr(self, name)
        return rows

    def frame(self) -> Any:
        """The rows as a pandas.DataFrame, with the names of the arms."""
        try:
            import pandas
        except ImportError:
            raise ImportError("frame() needs pandas: pip install pandas, or use log.decisions") from None
        table = pandas.DataFrame({name: getattr(self, name) for name in _COLUMNS})
        if self.arm_names:
            table["arm"] = np.array(self.arm_names)[self.arm]
        return table


def read_log(log: Union[str, PathLike[str], Iterable[str]], *, distributions: bool = True) -> Log:
    """A log as arrays: the path of a file, or its lines. It is played again and audited, as by replay().

    >>> import banker
    >>> lines = ['{"agent":"banker","arms":2,"loss_range":[0,30],"seed":7}', '{"ask":{}}', '{"ask":{}}',
    ...          '{"tell":{"round":2,"loss":4}}', '{"drop":{"round":1}}']
    >>> log = banker.read_log(lines)
    >>> log
    <2 decisions: 1 dropped, 1 settled>
    >>> log.loss, log.reward
    (array([nan,  4.]), array([nan, 26.]))

    A last line that a crash cut off is left out: its call never returned. Outcomes of rounds that were asked
    before the log began, from a snapshot, have no row. distributions=False saves the memory of probabilities.
    """
    if isinstance(log, (str, PathLike)):
        with open(log, encoding="utf-8") as file:
            return read_log(file, distributions=distributions)
    engine = _banker.Replay()
    played = play(engine, _whole_lines(log))
    next(played, None)  # the spec; without one there is nothing to save below
    return _join(engine, ((json.loads(line), json.loads(answer)) for line, answer in played), distributions)


def is_whole(line: Union[str, bytes]) -> bool:
    """False for a line that was cut off while it was written: it has no end, and is not JSON.

    >>> is_whole('{"ask":{}}'), is_whole('{"ask":')
    (True, False)
    """
    if line.endswith("\n") if isinstance(line, str) else line.endswith(b"\n"):
        return True
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


def _whole_lines(lines: Iterable[str]) -> Iterator[str]:
    """All lines, less a last one that was cut off; of lines without ends only the last can be."""
    before: Optional[str] = None
    for line in lines:
        if before is not None:
            yield before
        before = line
    if before is not None and (not before.strip() or is_whole(before)):
        yield before


def _join(engine: _banker.Replay, played: Iterable[tuple[Any, Any]], distributions: bool) -> Log:
    """The rows of asks, with what was told of them later."""
    bandit = Bandit.load(engine.save())  # before its first event
    ends = range_of(bandit.spec)
    names = bandit.arm_names
    number = {key: arm for arm, name in enumerate(names) for key in (arm, name)}
    first = bandit.rounds + 1
    arms: list[int] = []
    chances: list[float] = []
    losses: list[float] = []
    status: list[str] = []
    points: list[NDArray[np.float64]] = []
    for event, answer in played:
        ((verb, body),) = event.items()
        if verb == "ask":
            arms.append(number.get(answer.get("arm", answer.get("choice")), -1))
            chances.append(answer.get("probability", body.get("probability", np.nan)))
            losses.append(np.nan)
            status.append("open")
            if distributions and "probabilities" in answer:
                points.append(np.array(answer["probabilities"]))
        elif verb != "upgrade" and (row := answer["round"] - first) >= 0:
            status[row] = answer["status"]
            if verb == "tell":
                losses[row] = body["loss"] if "loss" in body else reward_of(body["reward"], ends)
    return Log(
        spec=Bandit.load(engine.save()).spec,
        arm_names=names,
        round=np.arange(first, first + len(arms), dtype=np.int64),
        arm=np.array(arms, dtype=np.int64),
        probability=np.array(chances, dtype=np.float64),
        loss=np.array(losses, dtype=np.float64),
        status=np.array(status, dtype="<U7"),
        probabilities=np.array(points).reshape(len(arms), len(names)) if distributions and names else None,
    )
