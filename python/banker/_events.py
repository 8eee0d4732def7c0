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

from ._banker import Decision, Receipt, Replay
from .bandit import Bandit
from .batches import Decisions
from .log import is_whole

Path = Union[str, PathLike[str]]

_LONGEST = 16 << 20  # bytes of a line that a replay reads


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
        Replay().feed(line)
    except ValueError as error:
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


def upgrade_line(rule: int) -> str:
    """The line that moves a bandit on to a newer rule."""
    return f'{{"upgrade":{{"rule":{rule}}}}}\n'


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
    """Plays the lines of a file, and cuts off what is no whole line: the bandit, or without one a new one, goes on
    from there. None if there is no line, or what goes on.
    """
    engine, head, answer = Replay(), b"", ""
    end, line = 0, b"\n"
    for number, line in enumerate(file, start=1):
        if not is_whole(line):
            warnings.warn(f"{name}: the last line was cut off, and is removed: {line[:80]!r}", stacklevel=4)
            os.truncate(file.fileno(), end)
            line = b"\n"
            break
        end += len(line)
        try:
            answer = engine.feed(line.rstrip(b"\n")) or answer
            if not head and line.strip():
                head = line
                _check_same(bandit, Bandit.load(engine.save()))
        except (ValueError, KeyError) as error:
            raise ValueError(f"{name}, line {number}: {error}") from error
    if not head:
        return None
    if bandit is None:
        bandit = Bandit.load(engine.save())
    else:
        bandit._go_on(engine.save())
    spec = json.loads(head)
    if not answer and "agent" in spec and "rule" not in spec:
        # Nothing was decided yet. What is written now has probabilities: without a number it would be of rule 1.
        os.truncate(file.fileno(), 0)
        line = head_line(bandit).encode()
        os.write(file.fileno(), line)
    if line[-1:] != b"\n":
        os.write(file.fileno(), b"\n")
    return bandit


def _check_same(bandit: Optional[Bandit], logged: Bandit) -> None:
    """Raises unless the bandit is new, and as that of the log but for the rule, by which the log was played."""
    if bandit is None:
        return
    if bandit.rounds > 0 or logged.rounds > 0:
        raise ValueError("only a new bandit can play a log from its spec: Recorder.resume(path) makes it")
    ours, theirs = _without_rules(json.loads(bandit.spec)), _without_rules(json.loads(logged.spec))
    for key in {**theirs, **ours}:
        if ours.get(key) != theirs.get(key):
            raise ValueError(
                f"the bandit differs from that of the log in {key}: it has {ours.get(key)}, and there it is "
                f"{theirs.get(key)}; make it as there, or use Recorder.resume(path)"
            )


def _without_rules(spec: dict[str, Any]) -> dict[str, Any]:
    return {key: _without_rules(value) if key == "base" else value for key, value in spec.items() if key != "rule"}
