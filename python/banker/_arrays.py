"""What users pass as arrays, checked: no number is cut, and no text is taken for one."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .batches import Decisions
from .errors import RoundError

_LARGEST = 2**63 - 1


def as_count(n: Any) -> int:
    """How many: an integer from 0 on."""
    if isinstance(n, bool):
        raise TypeError("n must be an integer, not a bool")
    count = operator.index(n)
    if count < 0:
        raise ValueError(f"cannot ask {count} rounds: n is 0 or more")
    return min(count, _LARGEST)  # too many for the engine all the same, which says so


def as_rounds(rounds: Any) -> NDArray[np.int64]:
    """Rounds as a list of integers, one after another in memory."""
    if isinstance(rounds, Decisions):
        return rounds.round
    if isinstance(rounds, (list, tuple)):
        rounds = [getattr(r, "round", r) for r in rounds]  # Decisions among them
    array = np.asarray(rounds)
    if array.size == 0:
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"rounds must be integers or Decisions, not {array.dtype}")
    for end in (array.min(), array.max()) if array.size else ():
        if not 1 <= end <= _LARGEST:
            raise RoundError(f"unknown round {end}: rounds count from 1; nothing was told")
    return np.ascontiguousarray(_one_axis(array, "rounds"), dtype=np.int64)


def as_values(values: Any, what: str) -> NDArray[np.float64]:
    """Losses or rewards as a list of numbers, one after another in memory."""
    array = np.asarray(values)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{what} must be numbers, not {array.dtype}")
    return np.ascontiguousarray(_one_axis(array, what), dtype=np.float64)


def _one_axis(array: NDArray[Any], what: str) -> NDArray[Any]:
    if array.ndim != 1:
        raise ValueError(f"{what} must be one list of numbers, not an array of shape {array.shape}")
    return array
