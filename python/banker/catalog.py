"""Every agent there is, and logs that are played again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any, TextIO, Union

from . import _banker


def agents() -> dict[str, dict[str, Any]]:
    """Every agent by its name: where it was published, what it plays, and its parameters.

    >>> banker.agents()["banker-tinf"]["paper"]
    'Section 5, Banker-TINF'
    >>> [p["name"] for p in banker.agents()["banker"]["parameters"]][:3]
    ['arms', 'seed', 'scale_factor']
    """
    return {entry.pop("name"): _read(entry) for entry in _banker.catalog()}


def _read(entry: dict[str, Any]) -> dict[str, Any]:
    entry["range"] = json.loads(entry["range"])
    for parameter in entry["parameters"]:
        for key in ("default", "min", "max"):
            parameter[key] = json.loads(parameter[key])
    return entry


def replay(log: Union[str, PathLike[str], Iterable[str]]) -> Iterator[dict[str, Any]]:
    """Plays a log again: the path of a file, or its lines; one answer per event, as `banker replay` prints.

    >>> log = ['{"agent":"banker","arms":["red","green","blue"],"seed":7}', '{"ask":{}}', '{"drop":{"round":1}}']
    >>> [answer.get("arm", answer.get("status")) for answer in banker.replay(log)]
    ['blue', 'dropped']
    """
    if isinstance(log, (str, PathLike)):
        return _replay_file(open(log, encoding="utf-8"))  # here, so that a file that is missing is missed at once
    return _replay(log)


def _replay_file(file: TextIO) -> Iterator[dict[str, Any]]:
    with file:
        yield from _replay(file)


def _replay(log: Iterable[str]) -> Iterator[dict[str, Any]]:
    return (json.loads(answer) for _, answer in play(_banker.Replay(), log) if answer)


def play(engine: _banker.Replay, log: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every line that is not blank, with its answer; the first line, which makes the bandit, has an empty one."""
    for number, line in enumerate(log, start=1):
        try:
            answer = engine.feed(line.rstrip("\n"))
        except (ValueError, KeyError) as error:
            raise type(error)(f"line {number}: {error}") from None
        if line.strip():
            yield line, answer
