"""A log of everything that a bandit is asked and told, written as it happens."""

from __future__ import annotations

import itertools
import json
import os
import threading
from collections.abc import Iterable
from typing import Callable, Optional, TypeVar, Union, cast

from numpy.typing import ArrayLike

from ._arrays import as_rounds, as_values
from ._banker import Decision, Receipt
from ._events import Path, ask_line, ask_lines, drop_line, head_line, open_alone, play_file, tell_line, upgrade_line
from .bandit import Bandit
from .batches import Decisions, Receipts

_T = TypeVar("_T")
_CHUNK = 1 << 16  # lines that are written at once


class Recorder:
    """Asks and tells a bandit, and writes every call to a log that `banker replay` plays again and audits.

    >>> import banker, os, pathlib, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "log.jsonl")
    >>> with banker.Recorder(banker.Bandit(["red", "green"], seed=7), path) as recorder:
    ...     shown = recorder.ask()
    ...     receipt = recorder.tell(shown, reward=1)
    >>> print(pathlib.Path(path).read_text().splitlines()[2])
    {"tell":{"round":1,"reward":1.0}}
    >>> with banker.Recorder.resume(path) as recorder:  # the next day
    ...     print(recorder.ask().round)
    2

    What a call did is in the file before it returns: a process that is killed forgets nothing; with
    fsync=True a power cut changes nothing either. A call that fails writes nothing. Ask and tell through the
    recorder only: what goes to the bandit directly is missing in the log. Threads may share a recorder.

    A file that exists is refused. Recorder.resume(path) goes on with one that is there; with resume=True the
    bandit, which must then be a new one with the spec of the log, goes on with it or starts it. By which rule
    it plays the log knows, until upgrade(). A last line that a crash cut off is removed: its call never
    returned. (Of a batch, whole lines before it stay: they are asked, or told.) A bandit that has played
    before starts its log with a snapshot. recorder.bandit is the bandit, to look inside.
    """

    def __init__(self, bandit: Bandit, path: Path, *, resume: bool = False, fsync: bool = False) -> None:
        if not isinstance(bandit, Bandit):
            raise TypeError(f"Recorder() takes a bandit, not {bandit!r}; Recorder.resume(path) makes its own")
        self._open(bandit, path, os.O_CREAT | (0 if resume else os.O_EXCL), fsync)

    @classmethod
    def resume(cls, path: Path, *, fsync: bool = False) -> Recorder:
        """Plays a log into the bandit that it was written by, and goes on behind it.

        >>> import banker, os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "log.jsonl")
        >>> banker.Recorder(banker.Bandit(3, seed=7), path).close()
        >>> with banker.Recorder.resume(path) as recorder:
        ...     recorder.bandit.seed
        7
        """
        recorder = cls.__new__(cls)
        recorder._open(None, path, 0, fsync)
        return recorder

    def _open(self, bandit: Optional[Bandit], path: Path, flags: int, fsync: bool) -> None:
        self.path = os.fspath(path)
        self._fsync = fsync
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._broken: Optional[str] = None
        existed = os.path.exists(path)
        self._file = open_alone(path, flags)
        try:
            self.bandit = self._begin(bandit)
        except BaseException:
            self.close()
            if not existed:
                os.unlink(path)
            raise
        self._seen = self._state()
        named = isinstance(json.loads(self.bandit.spec).get("arms"), list)
        arms = self.bandit.arm_names if named else range(self.bandit.arms)
        self._arm_texts = [json.dumps(arm) for arm in arms]

    def _begin(self, bandit: Optional[Bandit]) -> Bandit:
        with open(self._file.fileno(), "rb", closefd=False) as lines:
            played = play_file(lines, self.path, bandit)
        if played is not None:
            return played
        if bandit is None:
            raise ValueError(f"there is no log in {self.path} to go on with: pass a bandit to start one")
        self._write([head_line(bandit)])
        return bandit

    def ask(
        self,
        arm: Union[int, str, None] = None,
        *,
        direction: Optional[int] = None,
        sign: Optional[int] = None,
    ) -> Decision:
        """As Bandit.ask()."""
        return self._record(
            lambda: self.bandit.ask(arm, direction=direction, sign=sign),
            lambda decision: [ask_line(decision, self._arm_texts)],
        )

    def ask_many(self, n: int) -> Decisions:
        """As Bandit.ask_many()."""
        return self._record(lambda: self.bandit.ask_many(n), lambda batch: ask_lines(batch, self._arm_texts))

    def tell(
        self, round: Union[int, Decision], loss: Optional[float] = None, *, reward: Optional[float] = None
    ) -> Receipt:
        """As Bandit.tell()."""
        kind, value = ("reward", reward) if loss is None else ("loss", loss)

        def line(receipt: Receipt) -> list[str]:
            return [tell_line(receipt.round, kind, float(cast(float, value)))]

        return self._record(lambda: self.bandit.tell(round, loss, reward=reward), line)

    def tell_many(
        self,
        rounds: Union[ArrayLike, Decisions],
        losses: Optional[ArrayLike] = None,
        *,
        rewards: Optional[ArrayLike] = None,
    ) -> Receipts:
        """As Bandit.tell_many()."""
        if (losses is None) == (rewards is None):
            raise TypeError("tell_many() takes exactly one of losses and rewards")
        kind = "reward" if losses is None else "loss"
        numbers, values = as_rounds(rounds), as_values(rewards if losses is None else losses, kind + "s")

        def call() -> Receipts:
            if losses is None:
                return self.bandit.tell_many(numbers, rewards=values)
            return self.bandit.tell_many(numbers, values)

        told = zip(numbers.tolist(), values.tolist())
        return self._record(call, lambda _: (tell_line(round, kind, value) for round, value in told))

    def drop(self, round: Union[int, Decision]) -> Receipt:
        """As Bandit.drop()."""
        return self._record(lambda: self.bandit.drop(round), lambda receipt: [drop_line(receipt)])

    def drop_many(self, rounds: Union[ArrayLike, Decisions]) -> Receipts:
        """As Bandit.drop_many()."""
        numbers = as_rounds(rounds)
        return self._record(lambda: self.bandit.drop_many(numbers), lambda dropped: map(drop_line, dropped))

    def upgrade(self, rule: int) -> None:
        """As Bandit.upgrade()."""
        self._record(lambda: self.bandit.upgrade(rule), lambda _: [upgrade_line(self.bandit.rule)])

    def close(self) -> None:
        """Closes the file. The bandit can be used on, but no longer through this recorder."""
        with self._lock:
            self._file.close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        rounds, outstanding, _ = self._state()
        closed = ", closed" if self._file.closed else ""
        return f"<Recorder of {self.path!r}: {rounds} rounds, {outstanding} outstanding{closed}>"

    def _record(self, call: Callable[[], _T], lines: Callable[[_T], Iterable[str]]) -> _T:
        """Calls the bandit and writes what was done; lines are in the order of calls."""
        with self._lock:
            self._check()
            answer = call()
            try:
                self._write(lines(answer))
            except BaseException as error:
                self._broken = f"writing to {self.path} failed ({error!r}), and it lacks what was done then"
                raise
            self._seen = self._state()
            return answer

    def _state(self) -> tuple[int, int, int]:
        """What calls beside the recorder change: ask, tell or drop, upgrade."""
        return self.bandit.rounds, self.bandit.outstanding, self.bandit.rule

    def _check(self) -> None:
        if self._file.closed:
            raise ValueError(f"the recorder of {self.path} is closed")
        if os.getpid() != self._process:
            raise ValueError(f"the log {self.path} belongs to the process that forked: record to another file here")
        if self._broken is None and self._state() != self._seen:
            self._broken = f"the bandit was used beside its recorder, and the log {self.path} lacks it"
        if self._broken is not None:
            raise ValueError(f"{self._broken}: close this recorder and go on with Recorder.resume(path)")

    def _write(self, lines: Iterable[str]) -> None:
        rest = iter(lines)
        while text := "".join(itertools.islice(rest, _CHUNK)).encode():
            while text:
                text = text[os.write(self._file.fileno(), text) :]
        if self._fsync:
            os.fsync(self._file.fileno())
