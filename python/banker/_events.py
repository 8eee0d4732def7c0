"""The file of a log and its lines: how they are written, and how they are played into a bandit."""

from __future__ import annotations

import base64
import fcntl
import itertools
import json
import os
import warnings
from collections.abc import Iterable, Iterator
from io import FileIO
from os import PathLike
from typing import Any, BinaryIO, Optional, Union

from numpy.typing import NDArray

from ._banker import Decision, Receipt
from .bandit import Bandit
from .batches import Decisions
from .log import is_whole, start

Path = Union[str, PathLike[str]]

_LONGEST = 16 << 20  # bytes of a line that a replay reads
_TOLERANCE = 1e-9  # of recorded probabilities


def head_line(bandit: Bandit) -> str:
    """The first line: the spec of a new bandit, a snapshot of one that has played.

    >>> import banker
    >>> head_line(banker.Bandit(2, "uniform", seed=7))
    '{"agent":"uniform","rule":1,"arms":2,"seed":7}\\n'
    """
    line = bandit.spec
    if bandit.rounds > 0:
        line = json.dumps({"snapshot": base64.b64encode(bandit.save()).decode()})
    if len(line) > _LONGEST:
        raise ValueError(f"a replay reads lines up to {_LONGEST} bytes, and this bandit takes {len(line)}")
    try:
        start(json.loads(line))
    except (ValueError, TypeError) as error:
        raise ValueError(f"this bandit cannot be played again from a log: {error}") from error
    return line + "\n"


def ask_line(decision: Decision, arm_texts: list[str]) -> str:
    """The line of a decision: what was drawn, and the probability that a replay audits.

    >>> import banker
    >>> ask_line(banker.Bandit(2, "uniform", seed=7).ask(), ["0", "1"])
    '{"ask":{"arm":1,"probability":0.5}}\\n'
    """
    arm = None if decision.arm_index is None else arm_texts[decision.arm_index]
    return _ask_text(arm, decision.probability, decision.direction, decision.sign)


def ask_lines(batch: Decisions, arm_texts: list[str]) -> Iterator[str]:
    """The lines of many decisions."""

    def column(values: Optional[NDArray[Any]]) -> Iterable[Any]:
        listed: Iterable[Any] = itertools.repeat(None) if values is None else values.tolist()
        return listed

    arms = itertools.repeat(None) if batch.arm is None else map(arm_texts.__getitem__, batch.arm.tolist())
    return map(_ask_text, arms, batch.probability.tolist(), column(batch.direction), column(batch.sign))


def _ask_text(arm: Optional[str], chance: float, direction: Optional[int], sign: Optional[int]) -> str:
    if direction is None:
        return f'{{"ask":{{"arm":{arm},"probability":{chance!r}}}}}\n'
    choice = "" if arm is None else f'"choice":{arm},'
    return f'{{"ask":{{{choice}"direction":{direction},"sign":{sign},"probability":{chance!r}}}}}\n'


def tell_line(round: int, kind: str, value: float) -> str:
    """The line of an outcome; kind is "loss" or "reward".

    >>> tell_line(3, "reward", 1.0)
    '{"tell":{"round":3,"reward":1.0}}\\n'
    """
    return f'{{"tell":{{"round":{round},"{kind}":{value!r}}}}}\n'


def drop_line(receipt: Receipt) -> str:
    """The line of a round whose outcome will never come."""
    return f'{{"drop":{{"round":{receipt.round}}}}}\n'


def open_alone(path: Path, flags: int) -> FileIO:
    """The file, to read and append to, for nobody else; flags are more ones of os.open.

    It is a file object, which closes itself, and warns, when it is forgotten rather than closed.
    """
    name = os.fspath(path)
    flags |= os.O_RDWR | os.O_APPEND
    try:
        file = open(path, "r+b", buffering=0, opener=lambda path, _: os.open(path, flags, 0o666))
    except FileExistsError:
        raise FileExistsError(f"{name} exists: Recorder.resume(path) goes on behind it") from None
    try:
        if not os.path.isfile(path):
            raise ValueError(f"{name} is no file that a log can be kept in")
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise ValueError(f"{name} is being written by another recorder") from None
    except BaseException:
        file.close()
        raise
    return file


def play_file(file: BinaryIO, name: str, bandit: Optional[Bandit]) -> Optional[Bandit]:
    """Plays the lines of a file into a new bandit of its spec, and cuts off what is no whole line.

    None if there is no line.
    """
    played: Optional[Bandit] = None
    end, line = 0, b"\n"
    for number, line in enumerate(file, start=1):
        if not is_whole(line):
            warnings.warn(f"{name}: the last line was cut off, and is removed: {line[:80]!r}", stacklevel=4)
            os.truncate(file.fileno(), end)
            return played
        end += len(line)
        if not line.strip():
            continue
        try:
            if played is None:
                played = _matching(json.loads(line), bandit)
            else:
                _play(played, json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{name}, line {number}: {error}") from error
    if line[-1:] != b"\n":
        os.write(file.fileno(), b"\n")
    return played


def _matching(head: Any, bandit: Optional[Bandit]) -> Bandit:
    """The bandit to play the log into: the given one, if it is new and of the log's spec."""
    logged = start(head)
    if bandit is None:
        return logged
    if bandit.rounds > 0 or logged.rounds > 0:
        raise ValueError("only a new bandit can play a log from its spec: Recorder.resume(path) makes it")
    ours, theirs = json.loads(bandit.spec), json.loads(logged.spec)
    for key in {**theirs, **ours}:
        if ours.get(key) != theirs.get(key):
            raise ValueError(
                f"the bandit differs from that of the log in {key}: it has {ours.get(key)}, and there it is "
                f"{theirs.get(key)}; make it as there, or use Recorder.resume(path)"
            )
    return bandit


def _play(bandit: Bandit, event: Any) -> None:
    ((verb, body),) = event.items()
    if verb == "tell":
        bandit.tell(**body)
    elif verb == "drop":
        bandit.drop(**body)
    elif verb == "ask":
        arm = body.get("arm", body.get("choice"))
        decision = bandit.ask(arm, direction=body.get("direction"), sign=body.get("sign"))
        recorded = body.get("probability", decision.probability)
        if abs(recorded - decision.probability) > _TOLERANCE:
            raise ValueError(
                f"the recorded probability {recorded} of round {decision.round} is now {decision.probability}"
            )
    else:
        raise ValueError(f"unknown event {verb!r}: ask, tell or drop")
