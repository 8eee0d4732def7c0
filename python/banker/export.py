"""Logs in the formats of others, for off-policy evaluation and learning.

Where others want a reward, it is log.reward: low + high - loss in the agent's range. The probability of a
decision is the one its arm was drawn with, so inverse propensity weights are right however late it was told.

Only rounds with an outcome go out. That is sound if whether an outcome is known does not depend on it; where
silence means failure, tell the loss rather than drop the round.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from os import PathLike
from typing import Any, Optional, TextIO, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .log import Log


def obp(log: Log, *, told_only: bool = True) -> dict[str, Any]:
    """The log as bandit feedback of the Open Bandit Pipeline: a dict of arrays with one entry per round.

    >>> import banker
    >>> log = banker.read_log(['{"agent":"banker","arms":3,"seed":7}', '{"ask":{}}', '{"ask":{}}',
    ...                        '{"tell":{"round":1,"reward":1}}', '{"tell":{"round":2,"reward":0}}'])
    >>> feedback = banker.export.obp(log)
    >>> feedback["n_rounds"], feedback["action"], feedback["reward"], feedback["pscore"].round(3)
    (2, array([2, 0]), array([1., 0.]), array([0.333, 0.333]))

    There are no contexts: context is one column of zeros, as regression models there want a matrix, and
    action_context tells the arms apart. pi_b is the distribution of each round, where the log has it. With
    told_only=False open and dropped rounds are there too, and their reward is nan.
    """
    _check_arms(log)
    rows = log.told if told_only else np.ones(len(log), dtype=bool)
    count, arms = int(rows.sum()), len(log.arm_names)
    feedback = {
        "n_rounds": count,
        "n_actions": arms,
        "context": np.zeros((count, 1)),
        "action_context": np.eye(arms, dtype=int),
        "action": log.arm[rows],
        "position": None,
        "reward": log.reward[rows],
        "pscore": log.probability[rows],
    }
    if log.probabilities is not None:
        feedback["pi_b"] = log.probabilities[rows][:, :, np.newaxis]
    return feedback


def dsjson(
    log: Log,
    target: Union[str, PathLike[str], TextIO],
    *,
    times: Union[ArrayLike, Sequence[datetime], None] = None,
    pdrop: Optional[float] = None,
) -> int:
    """Writes the log as DSJSON, for `vw --dsjson --cb_explore_adf`: a line per told round; returns how many.

    >>> import banker, io
    >>> log = banker.read_log(['{"agent":"uniform","arms":["red","blue"],"seed":7}', '{"ask":{}}',
    ...                        '{"tell":{"round":1,"reward":1}}'])
    >>> out = io.StringIO()
    >>> banker.export.dsjson(log, out)
    1
    >>> line = json.loads(out.getvalue())
    >>> line["_label_cost"], line["_label_probability"], line["_label_Action"], line["a"], line["p"]
    (-1.0, 0.5, 2, [2, 1], [0.5, 0.5])

    The cost is -reward. Actions count from 1, and the one that was played comes first; _tag is the arm's
    name. times are those of the decisions, one for each row of the log: datetimes (without a zone: UTC),
    datetime64, or seconds since 1970; without them, round t was at second t of 1970. pdrop is the chance that
    a round that is over has no line: by default the share of the dropped ones.
    """
    _check_arms(log)
    if log.probabilities is None:
        raise ValueError("DSJSON has the distribution of every round: read_log(path, distributions=True)")
    lines = _dsjson_lines(log, _stamps(log, times), _share_dropped(log) if pdrop is None else _chance(pdrop))
    if isinstance(target, (str, PathLike)):
        with open(target, "w", encoding="utf-8") as file:
            return sum(map(bool, map(file.write, lines)))
    return sum(map(bool, map(target.write, lines)))


def _dsjson_lines(log: Log, stamps: NDArray[np.str_], pdrop: float) -> Iterator[str]:
    assert log.probabilities is not None
    seed = json.loads(log.spec)["seed"]
    actions = json.dumps(
        {"_multi": [{"_tag": name, "Arm": {"number": str(arm)}} for arm, name in enumerate(log.arm_names)]},
        separators=(",", ":"),
    )
    end = '"VWState":{"m":"N/A"}' + (f',"pdrop":{pdrop!r}' if pdrop > 0 else "")
    costs = 0.0 - log.reward  # and never -0.0
    for row in np.flatnonzero(log.told).tolist():
        arm, chances = int(log.arm[row]), log.probabilities[row].tolist()
        order = [arm, *range(arm), *range(arm + 1, len(chances))]
        # The order of the keys, without spaces, is the one that fast readers expect.
        yield (
            f'{{"_label_cost":{float(costs[row])!r},"_label_probability":{float(log.probability[row])!r},'
            f'"_label_Action":{arm + 1},"_labelIndex":{arm},"Timestamp":"{stamps[row]}Z","Version":"1",'
            f'"EventId":"{seed}-{log.round[row]}","a":[{",".join(str(a + 1) for a in order)}],"c":{actions},'
            f'"p":[{",".join(repr(chances[a]) for a in order)}],{end}}}\n'
        )


def _stamps(log: Log, times: Union[ArrayLike, Sequence[datetime], None]) -> NDArray[np.str_]:
    """The times as texts of milliseconds in UTC."""
    given = np.asarray(log.round if times is None else times)
    if given.shape != (len(log),):
        raise ValueError(f"times has shape {given.shape}: there must be one for each of {len(log)} decisions")
    if given.dtype.kind == "O":
        given = np.array([_without_zone(time) for time in given], dtype="datetime64[ms]")
    if given.dtype.kind in "iuf":
        if not np.isfinite(given).all():
            raise ValueError("times has a number that is not finite")
        given = np.rint(given * 1000.0).astype(np.int64).astype("datetime64[ms]")
    if given.dtype.kind != "M":
        raise TypeError(f"times must be datetimes or seconds since 1970, not {given.dtype}")
    if np.isnat(given).any():
        raise ValueError("times has a NaT: every decision was made at some time")
    return np.datetime_as_string(given.astype("datetime64[ms]"))


def _without_zone(time: Any) -> datetime:
    if not isinstance(time, datetime):
        raise TypeError(f"times must be datetimes or seconds since 1970, not {time!r}")
    return time if time.tzinfo is None else time.astimezone(timezone.utc).replace(tzinfo=None)


def _share_dropped(log: Log) -> float:
    dropped, told = int((log.status == "dropped").sum()), int(log.told.sum())
    return dropped / max(dropped + told, 1)


def _chance(pdrop: float) -> float:
    if not 0 <= pdrop < 1:
        raise ValueError(f"pdrop is {pdrop}: the chance of a drop is from 0 to less than 1")
    return float(pdrop)


def _check_arms(log: Log) -> None:
    if not log.arm_names:
        raise ValueError("points of a body cannot be numbered: export a log with a list of actions")
