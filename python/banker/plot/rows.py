"""A row per agent: a dot with an interval, and figures beside it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from .lines import Series, heights
from .numbers import tick
from .panel import Panel, quiet_axes, settle, widest
from .scale import set_ticks
from .style import EDGE, INK, LINE, PAPER, QUIET, ROW, TEXT, Look, fit, text_width

_PITCH = 19.0  # points from row to row
_GAP = 12.0  # between columns
_PAD = 0.02  # of the width: dots at an end are whole
_MARKERS = "osD^"


class Row(NamedTuple):
    """A dot at `value`, an interval of `half` around it, and a mark further out."""

    agent: int
    name: str
    look: Look
    value: float
    half: float | None
    texts: tuple[str, ...]
    mark: float | None = None


class Rows(Panel):
    """Names at the left, figures at the right: the first columns are left out where there is no room."""

    def __init__(self, rows: list[Row], headers: tuple[str, ...], x_label: str) -> None:
        self.rows, self.headers, self.x_label = rows, headers, x_label
        values = np.array([row.value for row in rows])
        halves = np.array([row.half or 0.0 for row in rows])
        marks = np.array([row.mark for row in rows if row.mark is not None])
        points = np.concatenate([[0.0], values, marks])
        spans = np.concatenate([[0.0], halves, np.zeros_like(marks)])
        low, high = heights([Series("", Look(INK), points, points, spans)], False)
        self.span = (low - _PAD * (high - low), high + _PAD * (high - low))
        self.widest_tick = text_width(tick(float(f"{max(-low, high):.2g}")))
        self.cut = bool((values + halves > self.span[1]).any() or (values - halves < self.span[0]).any())
        self._columns: list[int] = []  # for which there is room
        self._left = 0.0  # room for the names

    def height(self, width: float) -> float:
        return self.around(width) + ROW + _PITCH * len(self.rows)

    def above(self, width: float, height: float) -> float:
        return ROW + 2

    def sides(self, width: float, height: float) -> tuple[float, float]:
        size = self._size(height)
        self._left = min(0.34 * width, widest([row.name for row in self.rows], size))
        left = 8 + self._left
        room = 0.62 * (width - left)
        self._columns = []
        for i in reversed(range(len(self.headers))):
            if self._before(self._columns) + self._width(i) + _GAP <= room:
                self._columns.insert(0, i)
        return left, max(self._before(self._columns), 0.5 * self.widest_tick + 2)

    def paint(self, ax: Axes, width: float, height: float) -> None:
        quiet_axes(ax)
        size = self._size(height)
        ax.grid(False, axis="y")
        ax.grid(True, axis="x", color=LINE, linewidth=0.8)
        ax.axvline(0, color=QUIET, alpha=0.6, linewidth=0.8, zorder=1.5, label="_zero")
        for y, row in enumerate(self.rows):
            self._row(ax, y, row, min(1.0, height / (_PITCH * len(self.rows)) + 0.2))
        ax.set_xlim(self.span)
        ax.set_ylim(len(self.rows) - 0.4, -0.6)
        set_ticks(ax.xaxis, False, self.span, width / (20 + self.widest_tick))
        room = self._left or 0.5 * width
        ax.set_yticks(range(len(self.rows)), [fit(row.name, room, size, end=6) for row in self.rows])
        ax.tick_params(axis="y", labelsize=size, labelcolor=INK)
        self._figures(ax, width, height, size)
        settle(ax)

    def _row(self, ax: Axes, y: int, row: Row, size: float) -> None:
        color, marker = row.look.color, _MARKERS[row.agent // 8 % len(_MARKERS)]
        ax.axhline(y, color=LINE, linewidth=0.6, zorder=1, label="_row")
        if row.mark is not None:
            dots = {"color": EDGE, "linewidth": 0.8, "linestyle": (0, (1, 2)), "zorder": 2, "label": "_way"}
            bar = {"markersize": 8 * size, "markeredgewidth": 1.4, "zorder": 3, "label": f"{row.name}, worst"}
            ax.plot([row.value, row.mark], [y, y], **dots)
            ax.plot([row.mark], [y], "|", color=color, **bar)
        if row.half:
            ends = [row.value - row.half, row.value + row.half]
            band = {"linewidth": 3.5 * size, "alpha": 0.35, "solid_capstyle": "butt", "zorder": 2.5}
            ax.plot(ends, [y, y], color=color, label=f"{row.name}, interval", **band)
        dot = {"markersize": 6 * size, "markeredgecolor": PAPER, "markeredgewidth": 0.8, "zorder": 4}
        ax.plot([row.value], [y], marker, color=color, label=row.name, **dot)

    def _figures(self, ax: Axes, width: float, height: float, size: float) -> None:
        at = width
        for i in self._columns:
            at += self._width(i) + _GAP
            head = {"transform": ax.transAxes, "ha": "right", "fontsize": TEXT, "color": QUIET}
            ax.text(at / width, 1 + 4 / height, self.headers[i], **head)
            for y, row in enumerate(self.rows):
                place = {"transform": ax.get_yaxis_transform(), "ha": "right", "va": "center_baseline"}
                ax.text(at / width, y, row.texts[i], fontsize=size, color=INK, **place)

    def _width(self, i: int) -> float:
        return widest([self.headers[i], *(row.texts[i] for row in self.rows)])

    def _before(self, columns: list[int]) -> float:
        return sum(self._width(i) + _GAP for i in columns)

    def _size(self, height: float) -> float:
        """Of the text, where rows are close."""
        return min(TEXT, 0.8 * (height - ROW) / max(1, len(self.rows)))
