"""Agents by problems: a colour per value. Bright is good; the best of each column has a mark."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LogNorm
from matplotlib.patches import Rectangle
from matplotlib.transforms import Transform, offset_copy

from .numbers import Array
from .panel import Panel, quiet_axes, settle, widest
from .sheet import Box, Sheet
from .style import HEAT, INK, LINE, PAPER, QUIET, ROW, TEXT, fit, ink_on, text_width, wrap

_PITCH = 18.0  # points from row to row
_UPRIGHT = 9.0  # columns as wide as this can have a name that is written upwards
_LONGEST = 90.0  # of such a name
_SHORTEST = 26.0  # shorter ones say nothing
_LOW = 10.0  # the height of a row that names leave at least
_FEWEST = 4  # characters of a title that is cut
_SMALL = 7.5  # of what is written into cells
_BAR = 130.0  # the length of the bar of colours


class Group(NamedTuple):
    """Neighbouring columns with a title."""

    title: str
    columns: int


class Heat(Panel):
    """values[row, column]: nan where there is none. Each doubling has as much of the colours."""

    ticks = 6.0
    foot = 2.8 * ROW

    def __init__(
        self,
        rows: list[str],
        columns: list[str],
        groups: list[Group],
        values: Array,
        limits: tuple[float, float],
        write: Callable[[float], str],
    ) -> None:
        self.rows, self.columns, self.groups, self.values = rows, columns, groups, values
        self.limits, self.write = limits, write  # of the colours, powers of 2; and how values are written
        self.norm = LogNorm(*limits, clip=True)
        self._head: _Names | None = None  # once it is known how much room there is

    def scale_note(self) -> str:
        """What a difference in colour means."""
        low, high = self.limits
        parts = ("half", "a third", "a quarter", "a fifth", "a sixth")[round(math.log2(high / low)) - 2]
        begin = f"{low:g}" if low >= 1 else f"1/{1 / low:g}"
        return f"Each doubling from {begin} to {high:g} is {parts} of the scale."

    def height(self, width: float) -> float:
        left, right = self.sides(width, math.inf)
        cell = (width - left - right) / len(self.columns)
        head = self._names(cell, math.inf).height + self._titles
        return self.around(width) + head + _PITCH * len(self.rows)

    def sides(self, width: float, height: float) -> tuple[float, float]:
        return 6 + min(0.3 * width, widest(self.rows, self._size(height))), 2.0

    def above(self, width: float, height: float) -> float:
        room = height - self._titles - _LOW * len(self.rows)
        self._head = self._head or self._names(width / len(self.columns), room)
        return self._head.height + self._titles

    @property
    def _titles(self) -> float:
        return ROW + 6 if any(group.title for group in self.groups) else 0.0

    def paint(self, ax: Axes, width: float, height: float) -> None:
        quiet_axes(ax)
        size = self._size(height)
        count = len(self.columns)
        ax.grid(False)
        ax.spines["bottom"].set_visible(False)
        if np.isnan(self.values).any():  # shows through where there is no value
            look = {"facecolor": "none", "edgecolor": QUIET, "hatch": "/////", "linewidth": 0, "alpha": 0.5}
            ax.add_patch(Rectangle((0, 0), count, len(self.rows), **look))
        edges = np.arange(count + 1), np.arange(len(self.rows) + 1)
        mesh = ax.pcolormesh(*edges, self.values, cmap=HEAT, norm=self.norm)
        ax.set_ylim(len(self.rows), 0)
        ax.set_xticks([])
        names = [fit(name, 0.43 * width, size, end=6) for name in self.rows]  # 0.3 of all, see sides()
        ax.set_yticks(np.arange(len(self.rows)) + 0.5, names)
        ax.tick_params(axis="y", labelsize=size, labelcolor=INK)
        written = self._fits(width / count, height / len(self.rows))
        mesh.set(edgecolor=PAPER if written else "none", linewidth=0.7)
        for y in range(1, len(self.rows)):
            ax.axhline(y, color=PAPER, linewidth=0.7, label="_row")
        self._heads(ax, width)
        self._cells(ax, width / count, height / len(self.rows), written)
        settle(ax)

    def draw_foot(self, sheet: Sheet, inner: Box, foot: float) -> None:
        """The colours, and what the marks mean."""
        y = foot + ROW + 2
        left = inner.left + text_width("better") + 6
        bar = sheet.axes(Box(left, y, min(_BAR, 0.4 * inner.width), 8))
        bar.imshow(np.linspace(0, 1, 256)[None, :], cmap=HEAT, aspect="auto")
        bar.set_axis_off()
        right = left + min(_BAR, 0.4 * inner.width)
        sheet.text(left - 6, y + 1, "better", ha="right")
        sheet.text(right + 6, y + 1, "worse")
        known = self.values[~np.isnan(self.values)]
        low, high = self.limits
        sheet.text(left, foot + 3, f"{'≤ ' if (known < low).any() else ''}{low:g}")
        if right - left >= 100:
            middle = 1.0 if low < 1 < high else math.sqrt(low * high)  # as bad as the reference, or halfway
            x = left + float(self.norm(middle)) * (right - left)
            sheet.text(x, foot + 3, f"{middle:.3g}", ha="center")
        sheet.text(right, foot + 3, f"{'≥ ' if (known > high).any() else ''}{high:g}", ha="right")
        mark = right + 12 + text_width("worse")
        words = "marked: the best of its column"
        if mark + text_width(words) <= inner.right:
            sheet.text(mark, y + 1, words)

    def _cells(self, ax: Axes, width: float, height: float, written: bool) -> None:
        for row, column in np.argwhere(~np.isnan(self.values)):
            value = self.values[row, column]
            ink = ink_on(float(self.norm(value)))
            if self._is_best(row, column) and not written:
                dot = {"markersize": min(2.2, 0.5 * width, 0.5 * height), "markeredgewidth": 0}
                ax.plot([column + 0.5], [row + 0.5], "o", color=ink, label="best", **dot)
            elif self._is_best(row, column):
                x, y = 1.6 / width, 1.6 / height  # points inside of the cell
                look = {"facecolor": "none", "edgecolor": ink, "linewidth": 1.1, "zorder": 3, "label": "best"}
                ax.add_patch(Rectangle((column + x, row + y), 1 - 2 * x, 1 - 2 * y, **look))
            if written:
                place = {"ha": "center", "va": "center_baseline", "fontsize": _SMALL}
                ax.text(column + 0.5, row + 0.5, self.write(value), color=ink, **place)

    def _is_best(self, row: int, column: int) -> bool:
        known = self.values[:, column][~np.isnan(self.values[:, column])]
        return bool(known.min() < known.max() and self.values[row, column] == known.min())

    def _fits(self, width: float, height: float) -> bool:
        known = self.values[~np.isnan(self.values)]
        return height >= 1.3 * _SMALL and widest([self.write(value) for value in known], _SMALL) + 5 <= width

    def _heads(self, ax: Axes, width: float) -> None:
        """The names of columns, and above them the titles of groups with a rule below."""
        cell = width / len(self.columns)
        names = self._head or self._names(cell, _LONGEST)
        words = {"color": QUIET, "fontsize": TEXT}
        for column, lines in enumerate(names.lines):
            place = {"rotation": 90 * names.upright, "ha": "center", "va": "bottom", "linespacing": 1.1}
            ax.text(column + 0.5, 1, "\n".join(lines), transform=_above(ax, 3), **place, **words)
        first = 0
        for group in self.groups:
            if first > 0:
                ax.axvline(first, color=PAPER, linewidth=3, label="_group")
            left, right = first + 1.5 / cell, first + group.columns - 1.5 / cell
            title = fit(group.title, group.columns * cell - 4)
            if title:
                look = {"color": LINE, "linewidth": 0.8, "clip_on": False, "label": "_rule"}
                ax.plot([left, right], [1, 1], transform=_above(ax, names.height + 3), **look)
            if title == group.title or len(title) >= _FEWEST:
                ax.text(left, 1, title, transform=_above(ax, names.height + 6), **words)
            first += group.columns
        ax.set_xlim(0, len(self.columns))

    def _names(self, cell: float, room: float) -> _Names:
        across = [wrap(name, cell - 4) for name in self.columns]
        whole = all(" ".join(lines) == name for lines, name in zip(across, self.columns))
        most = max(len(lines) for lines in across)
        if whole and most <= 3:
            return _Names(across, False, 1.15 * TEXT * most + 5)
        longest = min(_LONGEST, room - 6)
        if cell < _UPRIGHT or longest < _SHORTEST:
            return _Names([], True, 0.0)
        cut = [fit(name, longest, end=6) for name in self.columns]
        return _Names([[name] for name in cut], True, widest(cut) + 6)

    def _size(self, height: float) -> float:
        """Of the names of rows, where these are close."""
        return min(TEXT, 0.85 * height / max(1, len(self.rows)))


class _Names(NamedTuple):
    """How the names of columns are written."""

    lines: list[list[str]]
    upright: bool
    height: float


def _above(ax: Axes, points: float) -> Transform:
    """x in columns; y = 1 is so many points above the axes."""
    return offset_copy(ax.get_xaxis_transform(), fig=ax.figure, y=points, units="points")
