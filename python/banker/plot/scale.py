"""Limits and ticks of axes: round numbers, and how much of a band or a bound may be seen."""

from __future__ import annotations

import math
from typing import Tuple

import numpy as np
from matplotlib.axis import Axis
from matplotlib.ticker import Locator, LogLocator, MaxNLocator, NullLocator

from .numbers import Array

Span = Tuple[float, float]
_STEPS = (1.0, 2.0, 5.0, 10.0)


def has(values: Array, log: bool) -> Array:
    """For which of the values an axis has a place."""
    return np.asarray(np.isfinite(values) & ((values > 0) | (not log)))


def extent(values: Array, log: bool) -> Span | None:
    """The least and the largest that the axis has; None if there are none."""
    known = values[has(values, log)]
    return (float(known.min()), float(known.max())) if known.size else None


def widen(span: Span, log: bool) -> Span:
    """Takes in 0 on a linear axis if it is near; the ends differ."""
    low, high = span
    size = max(abs(low), abs(high))
    point = high - low <= 1e-9 * size
    if log:
        return (low / 2, high * 2) if point else span
    if size == 0:
        return 0.0, 1.0
    if low > 0 and (low <= high / 2 or point):
        return 0.0, high
    if high < 0 and (high >= low / 2 or point):
        return low, 0.0
    return span


def nice(span: Span, log: bool) -> Span:
    """The span with round ends."""
    low, high = span
    if log:
        return _round_down(low), 1 / _round_down(1 / high)
    step = _step((high - low) / 9)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return float(f"{first * step:.12g}"), float(f"{last * step:.12g}")  # without the errors that 0.1 has


def set_ticks(axis: Axis, log: bool, span: Span, most: float) -> None:
    """At most about so many, at round numbers; they follow when the reader zooms."""
    axis.set_major_locator(_locator(log, span, most))
    axis.set_minor_locator(NullLocator())


def ticks(log: bool, span: Span, most: float) -> list[float]:
    """Where set_ticks() will put them."""
    slack = 1e-9 * (span[1] - span[0])
    values = _locator(log, span, most).tick_values(*span)
    return [float(value) for value in values if span[0] - slack <= value <= span[1] + slack]


def _locator(log: bool, span: Span, most: float) -> Locator:
    """1, 2 and 5 of every decade where there are few decades."""
    count = max(1, int(most))
    if not log or span[1] / span[0] < 5:
        return MaxNLocator(nbins=count, steps=_STEPS, min_n_ticks=1)
    fine = 3 * math.log10(span[1] / span[0]) <= count
    return LogLocator(subs=(1.0, 2.0, 5.0) if fine else (1.0,), numticks=max(2, count))


def _step(least: float) -> float:
    decade = 10.0 ** math.floor(math.log10(least))
    return next(step * decade for step in _STEPS if step * decade >= least * (1 - 1e-9))


def _round_down(value: float) -> float:
    decade = 10.0 ** math.floor(math.log10(value) + 1e-9)
    return max(step * decade for step in _STEPS[:3] if step * decade <= value * (1 + 1e-9))
