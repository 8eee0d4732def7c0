"""How far a study is: a bar, a line, a function, or nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Optional, Union

Tick = Callable[[int, int], Any]  # rounds played, rounds in all
Progress = Union[bool, Tick, None]


@contextmanager
def watched(progress: Progress, wait: float = 0.3) -> Iterator[Optional[Tick]]:
    """The function to call while a study runs. None: a bar if someone watches; True: in any case.

    A study that is over before so many seconds shows no bar.

    >>> with watched(False) as tick:
    ...     tick is None
    True
    """
    if progress is not None and not isinstance(progress, bool):
        if not callable(progress):
            raise TypeError(f"progress is True, False, None or a function (rounds, of), not {progress!r}")
        yield progress
    elif progress or (progress is None and sys.stderr is not None and sys.stderr.isatty()):
        shown = _bar(wait) or _Line()
        try:
            yield shown
        finally:
            shown.close()
    else:
        yield None


class _Line:
    """One line of text that is written over: "37 % of 1,600,000 rounds"."""

    def __init__(self) -> None:
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        sys.stderr.write(f"\r{100 * done // max(1, total)} % of {total:,} rounds")
        sys.stderr.flush()
        self._shown = True

    def close(self) -> None:
        if self._shown:
            sys.stderr.write("\n")


class _Bar:
    """The bar of tqdm."""

    def __init__(self, tqdm: Any, wait: float) -> None:
        pace = min(0.1, wait)  # seconds from one look of the bar to the next
        self._bar = tqdm(unit=" rounds", unit_scale=True, delay=wait, mininterval=pace, leave=False)

    def __call__(self, done: int, total: int) -> None:
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._bar.close()


def _bar(wait: float) -> Optional[_Bar]:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return _Bar(tqdm, wait)
