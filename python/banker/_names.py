"""How results call parts that are written in Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional


def function_name(source: Any) -> Optional[str]:
    """The name of a function; None of anything else.

    >>> function_name(lambda t: [0.5, 0.4])
    'function'
    """
    if source is None or not callable(source):
        return None
    name = str(getattr(source, "__name__", type(source).__name__))
    return "function" if name == "<lambda>" else name


def name_of(part: Any) -> str:
    """The name of Losses, Delays or a ScaleRule.

    >>> name_of(banker.Losses(np.eye(2)))
    'array'
    """
    usual = "array" if hasattr(part, "_table") else type(part).__name__
    return str(part.name or usual)


def new_name(name: str, taken: Sequence[str]) -> str:
    """The name, or the name with the first number that makes it new.

    >>> new_name("array", ["array", "array 2"])
    'array 3'
    """
    tries = (name if n == 1 else f"{name} {n}" for n in range(1, len(taken) + 2))
    return next(new for new in tries if new not in taken)
