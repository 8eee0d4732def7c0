"""What users pass as arrays, checked: no number is cut, and no text is taken for one."""

from __future__ import annotations

import operator
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._banker import Decision
from .batches import Decisions
from .errors import RoundError

_LARGEST = 2**63 - 1
_MISSING = "a column with missing values is none: drop those rows first, then .astype('int64')"


def as_count(n: Any) -> int:
    """How many: an integer from 0 on."""
    if isinstance(n, (bool, np.bool_)):
        raise TypeError("n must be an integer, not a bool")
    count = operator.index(n)
    if count < 0:
        raise ValueError(f"cannot ask {count} rounds: n is 0 or more")
    return min(count, _LARGEST)  # too many for the engine all the same, which says so


def as_rounds(rounds: Any) -> NDArray[np.int64]:
    """Rounds as a list of integers, one after another in memory."""
    if isinstance(rounds, Decisions):
        rounds = rounds.round
    elif isinstance(rounds, (list, tuple)) and not isinstance(rounds, Decision):
        rounds = [r.round if isinstance(r, Decision) else r for r in rounds]
    array = _one_axis(rounds, "rounds")
    if array.dtype == object and all(isinstance(r, Integral) and not isinstance(r, bool) for r in array):
        array = array.astype(np.int64)  # of pandas, where nothing is missing
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"rounds must be integers or Decisions, not {array.dtype}; {_MISSING}")
    for end in (array.min(), array.max()) if array.size else ():
        if not 1 <= end <= _LARGEST:
            raise RoundError(f"unknown round {end}: rounds count from 1; nothing was done")
    return np.ascontiguousarray(array, dtype=np.int64)


def as_values(values: Any, what: str) -> NDArray[np.float64]:
    """Losses or rewards as a list of numbers, one after another in memory."""
    array = _one_axis(values, what)
    if array.dtype == object and all(isinstance(v, Real) for v in array):
        array = array.astype(np.float64)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{what} must be numbers, not {array.dtype}; drop what is missing first")
    return np.ascontiguousarray(array, dtype=np.float64)


def _one_axis(values: Any, what: str) -> NDArray[Any]:
    if isinstance(values, np.ma.MaskedArray) and np.any(values.mask):
        raise ValueError(f"some of the {what} are masked: leave them out, as in {what}.compressed()")
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{what} must be one list of numbers, not an array of shape {array.shape}")
    return array
