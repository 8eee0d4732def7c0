"""What compare() was given: lists and counts, and the engine's errors in the words of Python."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

_TABLES = {
    "losses": "a row for every round and a column for every arm",
    "delays": "a number for every round",
}
# The engine speaks of the options of its command line: what they are here.
_WORDS = (
    (r'--share-of \(in a study "share_of"\)', "share_of"),
    (r"as in --agents [\w,-]+", 'as in agents=["banker", "uniform"]'),
    (r"--agent '(\{.*\})'", r"\1"),
    (r"--delays none\b", 'delays="none"'),
    (r"--arms is\b", "arms is"),
)


def listed(given: Any) -> list[Any]:
    """One, or several in a list or a tuple.

    >>> listed("banker"), listed(("banker", "uniform"))
    (['banker'], ['banker', 'uniform'])
    """
    return list(given) if isinstance(given, (list, tuple)) else [given]


def sources(what: str, given: Any) -> list[Any]:
    """One kind of losses or delays, or several; TypeError of numbers, which are none.

    >>> sources("delays", ["none", "fixed:5"])
    ['none', 'fixed:5']
    """
    for one in listed(given):
        number = isinstance(one, (int, float, np.number))
        if not number and not isinstance(one, (list, tuple)):
            continue
        wrong = f"{one} is a number" if one is given else f"a list is several kinds of {what}"
        fixed = f', or "fixed:{one}" for that number' if number and what == "delays" else ""
        raise TypeError(f"{what}: {wrong}: pass np.array(...) for a table with {_TABLES[what]}{fixed}")
    return listed(given)


def counts(what: str, given: Any) -> list[int]:
    """One count, or several in a list, a tuple, a range or an array.

    >>> counts("arms", 5), counts("arms", range(2, 4)), counts("arms", np.array([2, 8]))
    ([5], [2, 3], [2, 8])
    """
    several = isinstance(given, (list, tuple, range)) or np.ndim(given) == 1
    return [count(what, one) for one in given] if several else [count(what, given)]


def count(what: str, value: Any, least: int = 0) -> int:
    """An integer.

    >>> count("threads", 0, least=1)
    Traceback (most recent call last):
    ValueError: threads must be 1 or more, not 0
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be an integer, not {value!r}") from None
    if number < least or isinstance(value, bool):
        raise ValueError(f"{what} must be {least} or more, not {value!r}")
    return number


@contextmanager
def in_our_words() -> Iterator[None]:
    """Errors inside speak of arguments, not of options.

    >>> with in_our_words():
    ...     raise ValueError("use banker-omd, or --delays none")
    Traceback (most recent call last):
    ValueError: use banker-omd, or delays="none"
    """
    try:
        yield
    except ValueError as error:
        text = str(error)
        for theirs, ours in _WORDS:
            text = re.sub(theirs, ours, text)
        if text != str(error):
            error.args = (text,)
        raise
