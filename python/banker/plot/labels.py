"""Labels in a line chart: names at the ends of the curves, and of the overlays that leave the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import matplotlib.patheffects
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from .numbers import Array
from .style import INK, PAPER, QUIET, ROW, TEXT, fit, text_width

if TYPE_CHECKING:
    from .lines import Series

_MOST = 8  # names beside the curves
_WIDEST = 0.24  # of the width, with the leader
_LEADER = 13.0  # points
_GAP = 3.0
_MOST_ROWS = 3  # of labels of what leaves the picture


def room_beside(names: list[str], width: float) -> float:
    """What names at the ends of curves take; 0 if they are too many or too long, and a legend does it."""
    room = max((text_width(name) for name in names), default=0.0) + _LEADER + _GAP + 2
    return room if len(names) <= _MOST and room <= _WIDEST * width else 0.0


def halo() -> list[matplotlib.patheffects.AbstractPathEffect]:
    """Makes a text legible on top of lines."""
    return [matplotlib.patheffects.withStroke(linewidth=2.5, foreground=PAPER)]


def end_labels(ax: Axes, curves: list[Series], width: float, height: float) -> None:
    """At the right of the axes, in fractions of these."""
    drawn = [(one, _last(ax, one)) for one in curves]
    known = [(one, end) for one, end in drawn if end is not None]
    wanted = [height * end[1] for _, end in known]
    for (one, (x, y)), place in zip(known, spread(wanted, ROW, 0.0, height)):
        right, at = _LEADER / width, place / height
        leader = [(1, y), (1 + 3 / width, y), (1 + right - 3 / width, at), (1 + right, at)]
        if x < 1 - 1 / width:  # quiet inside of the axes: it must not look like a curve that goes on
            ax.add_line(Line2D([x, 1], [y, y], color=QUIET, alpha=0.5, linewidth=0.8, transform=ax.transAxes))
        _line(ax, leader, one.look.color)
        words = {"transform": ax.transAxes, "va": "center_baseline", "fontsize": TEXT, "color": INK}
        ax.text(1 + right + _GAP / width, at, one.name, **words)


def spread(wanted: list[float], gap: float, low: float, high: float) -> list[float]:
    """Places at least `gap` apart (less without room) in [low, high], near those wanted, in their order.

    Neighbours that would collide become a block, which lies around the mean of what its members want.
    """
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))

    def start(block: list[int]) -> float:
        length = (len(block) - 1) * gap
        return max(low, min(high - length, sum(wanted[i] for i in block) / len(block) - length / 2))

    blocks: list[list[int]] = []
    for i in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        block = [i]
        while blocks and start(blocks[-1]) + len(blocks[-1]) * gap > start(block):
            block = blocks.pop() + block
        blocks.append(block)
    places = list(wanted)
    for block in blocks:
        for place, i in enumerate(block):
            places[i] = start(block) + place * gap
    return places


def leaving(ax: Axes, overlays: list[Series], width: float, height: float) -> None:
    """ "bound of banker ↑" where it leaves at the top, in the first row that is free; else an arrow alone."""
    found = [(one, at) for one in overlays for at in [_exit(ax, one)] if at is not None]
    taken: list[tuple[int, float, float]] = []
    for one, at in sorted(found, key=lambda pair: -pair[1]):
        name = f"{fit(one.label, width - 24)} ↑"
        room = text_width(name) + 4
        begin = max(0.0, min(width * at + 5, width - room))
        end = begin + room
        over = {row for row, low, high in taken if low < end and begin < high}
        row = min(set(range(len(found))) - over)
        taken.append((row, begin, end))
        y = 1 - (4 + TEXT + ROW * row) / height
        if row < _MOST_ROWS and y > 0.3:
            words = {"fontsize": TEXT, "path_effects": halo(), "transform": ax.transAxes}
            ax.text(begin / width, y, name, color=one.look.color, **words)
        arrow = {"marker": "^", "markersize": 5, "label": "_exit", "transform": ax.transAxes}
        ax.plot([at], [1 - 3 / height], color=one.look.color, **arrow)


def _places(ax: Axes, one: Series) -> Array:
    """In fractions of the axes, without points that they do not have."""
    with np.errstate(all="ignore"):
        shown = ax.transLimits.transform(ax.transScale.transform(np.column_stack([one.x, one.y])))
    return np.asarray(shown[np.isfinite(shown).all(axis=1)])


def _last(ax: Axes, one: Series) -> tuple[float, float] | None:
    places = _places(ax, one)
    return (float(places[-1, 0]), float(np.clip(places[-1, 1], 0, 1))) if len(places) else None


def _exit(ax: Axes, one: Series) -> float | None:
    """The first place where an overlay is above the axes."""
    places = _places(ax, one)
    outside = np.flatnonzero(places[:, 1] > 1 + 1e-9)
    if outside.size == 0:
        return None
    i = int(outside[0])
    if i == 0:
        return float(np.clip(places[0, 0], 0, 1))
    (x0, y0), (x1, y1) = places[i - 1], places[i]
    return float(x0 + (x1 - x0) * (1 - y0) / (y1 - y0))


def _line(ax: Axes, corners: list[tuple[float, float]], color: str) -> None:
    x, y = zip(*corners)
    ax.add_line(Line2D(x, y, color=color, linewidth=0.8, transform=ax.transAxes, clip_on=False))
