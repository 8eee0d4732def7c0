"""Curves over rounds, with bands, and the bounds that go with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from .labels import end_labels, leaving, room_beside
from .numbers import Array, tick
from .panel import Panel, quiet_axes, settle, widest
from .scale import Span, extent, has, nice, set_ticks, ticks, widen
from .sheet import Key
from .style import BOUND, CERTIFICATE, INK, QUIET, Look

_MORE = 0.6  # bands and overlays may stretch the picture by so many times the size of the curves
_PITCH = 24.0  # points from tick to tick of y, at least
_OVERLAYS = {"bound": BOUND, "certificate": CERTIFICATE}


@dataclass(frozen=True)
class Series:
    """A curve; an overlay belongs to the agent of the same name."""

    name: str
    look: Look
    x: Array
    y: Array
    half: Array | None = None  # of an interval around y
    overlay: str = ""  # "bound" or "certificate"

    @property
    def label(self) -> str:
        return f"{self.overlay} of {self.name}" if self.overlay else self.name


class Lines(Panel):
    """All series. Names stand at the ends of the curves, or in a legend where there is no room."""

    def __init__(
        self, series: list[Series], y_label: str, log_x: bool = False, log_y: bool = False, title: str = ""
    ) -> None:
        self.series, self.log_x, self.log_y = series, log_x, log_y
        self.title, self.x_label, self.y_label = title, "round", y_label
        self.curves = [one for one in series if not one.overlay]
        self.x_span = widen(extent(np.concatenate([one.x for one in series]), log_x) or (1.0, 10.0), log_x)
        self.y_span = heights(series, log_y)
        self._room: float | None = None  # for names at the ends, once it is known how wide the picture is

    def notes(self) -> list[str]:
        """What cannot be seen."""
        gone = sum(int(np.sum(~(has(one.x, self.log_x) & has(one.y, self.log_y)))) for one in self.series)
        found = []
        if gone:
            subject = "1 point at or below 0 is" if gone == 1 else f"{gone:,} points at or below 0 are"
            found.append(f"{subject} not on a logarithmic axis.")
        if any(self._is_cut(one) for one in self.curves):
            found.append("Some bands are wider than the picture.")
        return found

    def height(self, width: float) -> float:
        return self.around(width) + min(230.0, max(110.0, 0.42 * width))

    def keys(self, width: float) -> list[Key]:
        if self._names_room(width):
            return []
        return [Key(one.name, one.look.color, one.look.dash) for one in self.curves]

    def sides(self, width: float, height: float) -> tuple[float, float]:
        left = 8 + widest([tick(value) for value in ticks(self.log_y, self.y_span, height / _PITCH)])
        last = 0.5 * widest([tick(self.x_span[1])]) + 2
        return left, max(last, self._names_room(width))

    def paint(self, ax: Axes, width: float, height: float) -> None:
        quiet_axes(ax)
        self._set_axes(ax, width, height)
        if not self.log_y and self.y_span[0] <= 0 <= self.y_span[1]:
            ax.axhline(0, color=QUIET, alpha=0.6, linewidth=0.8, zorder=1.5)
        for one in self.series:
            self._paint(ax, one)
        leaving(ax, [one for one in self.series if one.overlay], width, height)
        if self._names_room(width):
            end_labels(ax, self.curves, width, height)
        settle(ax)

    def draw_into(self, ax: Axes, title: str) -> None:
        self._room = 0.0  # nobody knows what is beside them: a legend
        super().draw_into(ax, title)

    def _names_room(self, width: float) -> float:
        if self._room is None:
            self._room = room_beside([one.name for one in self.curves], width)
        return self._room

    def _set_axes(self, ax: Axes, width: float, height: float) -> None:
        if self.log_x:
            ax.set_xscale("log")
        if self.log_y:
            ax.set_yscale("log")
        set_ticks(ax.xaxis, self.log_x, self.x_span, width / (14 + widest([tick(self.x_span[1])])))
        set_ticks(ax.yaxis, self.log_y, self.y_span, height / _PITCH)
        ax.xaxis.set_major_formatter(tick)
        ax.yaxis.set_major_formatter(tick)
        ax.set_xlim(self.x_span)
        ax.set_ylim(self.y_span)

    def _paint(self, ax: Axes, one: Series) -> None:
        y = np.where(has(one.y, self.log_y), one.y, np.nan)  # a gap where the axis has no place
        if one.overlay:
            look: dict[str, Any] = {"linewidth": 1.0, "linestyle": _OVERLAYS[one.overlay], "zorder": 2.2}
        else:
            look = {"linewidth": 1.6, "linestyle": one.look.dash, "zorder": 3.0}
        look["marker"] = "o" if y.size == 1 else None
        color = one.look.color
        ax.plot(one.x, y, color=color, label=one.label, markersize=4, solid_joinstyle="round", **look)
        if one.half is not None:
            ax.fill_between(one.x, y - one.half, y + one.half, color=color, alpha=0.14, linewidth=0, zorder=2)

    def _is_cut(self, one: Series) -> bool:
        if one.half is None:
            return False
        low, high = self.y_span
        slack = 1e-9 * (high - low)
        known = has(one.y, self.log_y)
        above = (one.y + one.half)[known] > high + slack
        below = (one.y - one.half)[known] < low - slack
        return bool(above.any() or (below.any() and not self.log_y))


def every_agent(series: list[Series]) -> list[Series]:
    """What is the same for all agents is one curve, of nobody's colour."""
    if len(series) < 2:
        return series
    first = series[0]
    same = all(np.array_equal(one.x, first.x) and np.array_equal(one.y, first.y) for one in series)
    return [Series("every agent", Look(INK), first.x, first.y)] if same else series


def heights(series: list[Series], log: bool) -> Span:
    """Of the curves; bands stretch it by a limited amount, and so do overlays on a linear axis."""
    curves = [one for one in series if not one.overlay]
    span = extent(np.concatenate([one.y for one in curves]), log)
    if span is None:
        return (1.0, 10.0) if log else (0.0, 1.0)
    bottom, top = span
    parts = [np.array(span)] + [one.y for one in series if one.overlay]
    for one in curves:
        if one.half is None:
            continue
        upper = one.y + one.half
        # On a logarithmic axis a band may reach down to nothing: there the curve alone counts.
        parts += [np.minimum(upper, (1 + _MORE) * top)] if log else [one.y - one.half, upper]
    every = extent(np.concatenate(parts), log) or span
    if log:
        return nice(widen(every, log), log)
    low, high = nice(widen(span, log), log)
    least, most = nice(widen(every, log), log)
    more = _MORE * (max(-bottom, top) or high - low)
    if every[0] < low:
        low = min(low, max(least, bottom - more))
    if every[1] > high:
        high = max(high, min(most, top + more))
    return low, high
