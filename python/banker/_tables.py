"""Losses and delays, checked once and copied: the engine reads them later, too, for pictures."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def loss_table(source: ArrayLike) -> NDArray[np.float64]:
    """A row for every round, a column for every arm.

    >>> loss_table([[0, 1], [1, 0]]).shape
    (2, 2)
    """
    table = _numbers(source, "losses")
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] < 2:
        raise ValueError(
            f"an array of losses has a row for every round and a column for every arm, at least 2 of both, "
            f"and this one has the shape {table.shape}"
        )
    bad = np.argwhere(~np.isfinite(table))
    if len(bad):
        row, arm = bad[0]
        raise ValueError(f"the loss of arm {arm} in round {row + 1} is {table[row, arm]}, not finite")
    return np.array(table, dtype=np.float64, order="C")


def delay_table(source: ArrayLike) -> NDArray[np.int64]:
    """The delay of every round; -1 where the outcome never comes.

    >>> delay_table([3, 0, float("nan")])
    array([ 3,  0, -1])
    """
    table = _numbers(source, "delays")
    if table.ndim != 1 or len(table) < 2:
        raise ValueError(
            f"an array of delays has a number for every round, and this one has the shape {table.shape}"
        )
    never = np.isnan(table) | (table < 0) | (table == np.inf)
    delays = np.where(never, -1, table)
    bad = np.flatnonzero((delays != np.floor(delays)) | (delays >= 2**62))
    if len(bad):
        raise ValueError(f"the delay of round {bad[0] + 1} is {table[bad[0]]}: a delay counts rounds")
    return np.array(delays, dtype=np.int64)


def check_losses(name: str, losses: Any) -> None:
    """What a class of losses says of itself.

    >>> check_losses("mine", banker.Losses(lambda t: [0, 0.5], low=1, high=0))
    Traceback (most recent call last):
    ValueError: the losses 'mine' lie between low and high, and these are 1 and 0
    """
    for key in ("arms", "rounds"):
        count = getattr(losses, key)
        if count is not None and (not isinstance(count, (int, np.integer)) or count < 0):
            raise TypeError(f"{key} of the losses '{name}' must be an integer or None, not {count!r}")
    try:
        ordered = -np.inf < losses.low <= losses.high < np.inf
    except TypeError:
        ordered = False
    if not ordered:
        raise ValueError(
            f"the losses '{name}' lie between low and high, and these are {losses.low!r} and {losses.high!r}"
        )


def _numbers(source: ArrayLike, what: str) -> NDArray[Any]:
    array = np.asarray(source)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{what} are text, an array of numbers, a function or an object, not {source!r}")
    return array
