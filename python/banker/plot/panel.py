"""A picture in one pair of axes, with what stands around it: in a figure of ours, or in the reader's axes."""

from __future__ import annotations

from abc import ABC, abstractmethod

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from .numbers import tick
from .sheet import POINTS, Box, Key, Sheet, legend_rows
from .style import INK, LINE, PART, QUIET, ROW, TEXT, TITLE, fit, text_width, wrap

_TITLE = 1.1 * PART + 6  # the height of a title
_GAP = 6.0  # between a legend and what is below
_MOST_ROWS = 4  # of a legend with one column
_LEAST = 64.0  # the height of axes: rather than less, something around them is left out


class Panel(ABC):
    """What is drawn: subclasses say what their marks need around the axes, and paint them."""

    title = ""  # beside other panels
    x_label = ""
    x_note = ""  # at the other end of the row of x_label
    y_label = ""
    note = ""  # below all
    lowest = 60.0  # the least height of all
    ticks = 1.6 * ROW  # the height of the labels of x
    foot = ROW  # and of what is below them

    @abstractmethod
    def height(self, width: float) -> float:
        """That looks best, in points."""

    @abstractmethod
    def paint(self, ax: Axes, width: float, height: float) -> None:
        """Draws into axes of so many points."""

    def keys(self, width: float) -> list[Key]:
        """The legend."""
        return []

    def sides(self, width: float, height: float) -> tuple[float, float]:
        """What stands at the left and at the right of the axes, in points."""
        return 0.0, 0.0

    def above(self, width: float, height: float) -> float:
        """Room that paint() uses above the axes."""
        return 0.0

    def draw(self, sheet: Sheet, box: Box) -> Axes:
        """In a figure of ours."""
        parts = self._parts(box)
        y = box.top
        if self.title:
            y -= _TITLE
            bold = {"color": INK, "fontsize": PART, "weight": "semibold"}
            sheet.text(box.left, y + 5, fit(self.title, box.width, PART, "semibold"), **bold)
        if "legend" in parts:
            sheet.legend(self.keys(box.width), box.left, y, box.width)
            y -= parts["legend"]
        if "y" in parts:
            y -= parts["y"]
            sheet.text(box.left, y + 9, fit(self.y_label, box.width))
        foot = box.bottom
        if "note" in parts:
            foot += parts["note"]
            for row, line in enumerate(wrap(self.note, box.width)):
                sheet.text(box.left, foot - ROW * (row + 1), line)
        low = foot + parts.get("x", 0.0) + self.ticks
        left, right = self.sides(box.width, y - low)
        high = self.above(box.width - left - right, y - low)
        inner = box.inside(left=left, right=right, top=box.top - y + high, bottom=low - box.bottom)
        ax = sheet.axes(inner)
        self.paint(ax, inner.width, inner.height)
        if "x" in parts:
            self.draw_foot(sheet, inner, foot)
        return ax

    def draw_foot(self, sheet: Sheet, inner: Box, foot: float) -> None:
        """What is below the ticks of x, from `foot` on."""
        sheet.text(inner.right, foot + 3, self.x_label, ha="right")
        if text_width(self.x_label) + text_width(self.x_note) + ROW <= inner.width:
            sheet.text(inner.left, foot + 3, self.x_note)

    def around(self, width: float) -> float:
        """What all that stands around the axes takes of the height."""
        return (_TITLE if self.title else 0.0) + self.ticks + sum(self._wanted(width).values())

    def _wanted(self, width: float) -> dict[str, float]:
        """Heights of what can be left out, what matters most last."""
        keys, notes = self.keys(width), wrap(self.note, width)
        wanted = {
            "note": ROW * len(notes) + 4 if notes else 0.0,
            "x": self.foot,
            "y": ROW + 7 if self.y_label else 0.0,
            "legend": ROW * len(legend_rows(keys, width)) + _GAP if keys else 0.0,
        }
        return {name: height for name, height in wanted.items() if height > 0}

    def _parts(self, box: Box) -> dict[str, float]:
        """Of these, for which there is room."""
        parts = self._wanted(box.width)
        room = box.height - self.around(box.width)
        for name in list(parts):
            if room < _LEAST:
                room += parts.pop(name)
        return parts

    def draw_into(self, ax: Axes, title: str) -> None:
        """In the reader's axes, which stay where they are."""
        extent = ax.get_window_extent()
        dpi = ax.figure.dpi
        width, height = extent.width * POINTS / dpi, extent.height * POINTS / dpi
        self.paint(ax, width, height)
        ax.set_xlabel(self.x_label, color=QUIET)
        ax.set_ylabel(self.y_label, color=QUIET)
        keys = self.keys(width)
        columns = int(width // (14 + max((key.room for key in keys), default=0.0)))  # all as wide
        columns = max(1 if len(keys) <= _MOST_ROWS else 2, columns)
        if keys:
            room = width / columns - 30
            look = {"columnspacing": 1.2, "handlelength": 1.6, "borderaxespad": 0.3, "frameon": False}
            handles = [_handle(key._replace(name=fit(key.name, room, end=6))) for key in keys]
            ax.legend(handles=handles, ncol=columns, loc="lower left", bbox_to_anchor=(-0.02, 1), **look)
        if title:
            pad = 6 + self.above(width, height) + 1.15 * ROW * -(-len(keys) // columns)
            lines = "\n".join(wrap(title, width, TITLE, "semibold"))
            ax.set_title(lines, loc="left", pad=pad, fontsize=TITLE, color=INK, weight="semibold")


def _handle(key: Key) -> Line2D | Patch:
    if key.dash is None:
        return Patch(facecolor=key.color, alpha=key.opacity, label=key.name)
    return Line2D([], [], color=key.color, linestyle=key.dash, linewidth=1.8, label=key.name)


def quiet_axes(ax: Axes) -> None:
    """A thin grid of heights, and a line below."""
    ax.set_facecolor("none")
    for side in ("left", "right", "top"):
        ax.spines[side].set_visible(False)
    ax.spines["bottom"].set(color=LINE, linewidth=0.8)
    ax.tick_params(axis="both", which="both", length=0, pad=4, labelsize=TEXT, labelcolor=QUIET)
    ax.tick_params(axis="x", which="major", length=3, width=0.8, color=QUIET)
    ax.set_axisbelow(True)
    ax.grid(True, axis="y", color=LINE, linewidth=0.8)
    ax.grid(False, axis="x")
    ax.xaxis.set_major_formatter(tick)
    ax.yaxis.set_major_formatter(tick)


def settle(ax: Axes) -> None:
    """Makes the labels of ticks now: later the reader's fonts and sizes would count."""
    ax.get_xticklabels()
    ax.get_yticklabels()


def widest(labels: list[str], size: float = TEXT) -> float:
    """In points."""
    return max((text_width(label, size) for label in labels), default=0.0)
