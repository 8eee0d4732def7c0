"""A figure measured in points from its lower left corner, so that text gets the room that it needs."""

from __future__ import annotations

from typing import Any, NamedTuple

import matplotlib
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from .style import INK, PAPER, QUIET, ROW, TEXT, text_width

POINTS = 72.0  # of an inch
_FILES = frozenset({"agg", "cairo", "pdf", "pgf", "ps", "svg", "template"})  # backends without windows


class Box(NamedTuple):
    """Points from the lower left corner of the figure."""

    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def top(self) -> float:
        return self.bottom + self.height

    def inside(self, left: float = 0, right: float = 0, top: float = 0, bottom: float = 0) -> Box:
        """Without margins; something is always left."""
        width = max(8.0, self.width - left - right)
        height = max(8.0, self.height - top - bottom)
        return Box(self.left + left, self.bottom + bottom, width, height)


class Key(NamedTuple):
    """An entry of a legend: a line, or a patch where `dash` is None."""

    name: str
    color: str
    dash: Any = None
    opacity: float = 1.0

    @property
    def room(self) -> float:
        return self.swatch + 5 + text_width(self.name)

    @property
    def swatch(self) -> float:
        return 9.0 if self.dash is None else 16.0


class Sheet:
    """Draws into a figure, in points."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        width, height = figure.get_size_inches()
        self.box = Box(0, 0, POINTS * width, POINTS * height)

    def axes(self, box: Box) -> Axes:
        x, y = self.box.width, self.box.height
        return self.figure.add_axes((box.left / x, box.bottom / y, box.width / x, box.height / y))

    def text(self, x: float, y: float, content: str, **look: Any) -> None:
        """On the baseline y; quiet and small unless it is said otherwise."""
        look = {"color": QUIET, "fontsize": TEXT, "va": "baseline", **look}
        self.figure.text(x / self.box.width, y / self.box.height, content, **look)

    def legend(self, keys: list[Key], left: float, top: float, width: float) -> None:
        """Entries side by side, in as many rows as it takes: see legend_rows()."""
        for row, entries in enumerate(legend_rows(keys, width)):
            y = top - ROW * (row + 1) + 3
            for x, key in entries:
                self._swatch(key, left + x, y)
                self.text(left + x + key.swatch + 5, y, key.name, color=INK)

    def _swatch(self, key: Key, x: float, y: float) -> None:
        width, height = self.box.width, self.box.height
        artist: Artist
        if key.dash is None:
            look = {"facecolor": key.color, "alpha": key.opacity, "edgecolor": "none"}
            artist = Rectangle((x / width, y / height), key.swatch / width, 7 / height, **look)
        else:
            ends = [x / width, (x + key.swatch) / width]
            artist = Line2D(ends, [(y + 3) / height] * 2, color=key.color, linestyle=key.dash, linewidth=1.8)
        self.figure.add_artist(artist)


def legend_rows(keys: list[Key], width: float) -> list[list[tuple[float, Key]]]:
    """Where the entries go: rows of (x, entry)."""
    rows: list[list[tuple[float, Key]]] = []
    x = 0.0
    for key in keys:
        if not rows or x + key.room > width:
            rows.append([])
            x = 0.0
        rows[-1].append((x, key))
        x += key.room + 14
    return rows


def new_figure(width: float, height: float) -> Figure:
    """Of pyplot where that has windows, so that show() finds it; elsewhere nobody has to close it.

    A notebook shows pyplot's figures, and what a cell returns: there it is not of pyplot, and seen once.
    """
    size = (width / POINTS, height / POINTS)
    if not _has_windows():
        return Figure(figsize=size, facecolor=PAPER)
    from matplotlib import pyplot

    return pyplot.figure(figsize=size, facecolor=PAPER)


def forget(figure: Figure) -> None:
    """Of a figure that could not be finished."""
    if _has_windows():
        from matplotlib import pyplot

        pyplot.close(figure)


def _has_windows() -> bool:
    try:
        from matplotlib import pyplot  # noqa: F401  (it also tells notebooks how to show figures)
    except ImportError:
        return False
    name = matplotlib.get_backend().lower()
    return name not in _FILES and "inline" not in name
