"""A picture: a heading, one or several panels, a note; and how it becomes a figure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .panel import Panel
from .sheet import POINTS, Box, Sheet, forget, new_figure
from .style import INK, ROW, TITLE, house_style, wrap

WIDTH = 8 * POINTS
_MARGIN = 10.0
_BETWEEN = 14.0  # panels
_NARROWEST = 120.0  # a panel, where rows would be too low
_NOTES = 0.2  # of the height, at most


@dataclass
class Picture:
    """What a kind of plot() draws."""

    title: str
    about: str  # the problem, below the title
    panels: Sequence[Panel]
    notes: Sequence[str] = ()  # what matters most first: there may not be room for all
    columns: int = 1  # at most
    least: float = 4.5 * POINTS  # the height, if nobody asks for one
    narrow: float = 250.0  # a panel beside others is not narrower
    spare: Sequence[int] = ()  # panels that may be left out where there is no room, these first

    def height(self, width: float) -> float:
        """That looks best."""
        inner = width - 2 * _MARGIN
        rows = self._rows(inner, self._columns(inner))
        around = self._head(inner) + self._foot(inner, math.inf) + 2 * _MARGIN
        return around + sum(rows) + _BETWEEN * max(0, len(rows) - 1)

    def draw(self, sheet: Sheet, box: Box) -> None:
        """In a part of a figure."""
        box = box.inside(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        self._leave_out(box)
        self._draw_texts(sheet, box)
        box = box.inside(top=self._head(box.width), bottom=self._foot(box.width, box.height))
        for panel, place in zip(self.panels, self._places(box)):
            panel.draw(sheet, place)

    def draw_into(self, axes: Sequence[Axes]) -> Figure:
        """In the reader's axes; the title is that of the only one, if the reader gave it."""
        with house_style():
            for panel, ax in zip(self.panels, axes):
                panel.draw_into(ax, panel.title or self.title)
        figure = axes[0].figure
        return figure if isinstance(figure, Figure) else figure.figure  # of a part of a figure

    def rename(self, title: str) -> None:
        """Instead of the title and of what stands below it; an empty one leaves both out."""
        self.title = title
        self.about = self.about if title else ""

    def _leave_out(self, box: Box) -> None:
        """Panels that would be too low."""
        room = box.height - self._head(box.width) - self._foot(box.width, box.height)
        kept, spare = list(range(len(self.panels))), list(self.spare)
        while spare and self._is_low(len(kept), self._most(box.width, len(kept)), room):
            kept.remove(spare.pop(0))
        if len(kept) < len(self.panels):
            self.notes = [f"There is room for {len(kept)} of {len(self.panels)} agents.", *self.notes]
            self.panels = [self.panels[i] for i in kept]

    def _draw_texts(self, sheet: Sheet, box: Box) -> None:
        y = box.top
        for line in self._title(box.width):
            y -= 1.3 * TITLE
            sheet.text(box.left, y + 3, line, color=INK, fontsize=TITLE, weight="semibold")
        for line in wrap(self.about, box.width):
            y -= ROW
            sheet.text(box.left, y + 2, line)
        for row, line in enumerate(reversed(self._note(box.width, box.height))):
            sheet.text(box.left, box.bottom + 2 + ROW * row, line)

    def _title(self, width: float) -> list[str]:
        return wrap(self.title, width, TITLE, "semibold")

    def _note(self, width: float, height: float) -> list[str]:
        said = ""
        for note in self.notes:
            longer = f"{said} {note}"
            if ROW * len(wrap(longer, width)) <= _NOTES * height:
                said = longer
        return wrap(said, width)

    def _head(self, width: float) -> float:
        rows = 1.3 * TITLE * len(self._title(width)) + ROW * len(wrap(self.about, width))
        return rows + 6 if rows else 0.0

    def _foot(self, width: float, height: float) -> float:
        rows = ROW * len(self._note(width, height))
        return rows + 8 if rows else 0.0

    def _columns(self, width: float, height: float = math.inf) -> int:
        """As many as fit; more than that, and narrower, where rows would become too low."""
        count = max(1, len(self.panels))
        across = max(1, min(self.columns, count, int((width + _BETWEEN) // (self.narrow + _BETWEEN))))
        while across < self._most(width, count) and self._is_low(count, across, height):
            across += 1
        return across

    def _most(self, width: float, count: int) -> int:
        return max(1, min(count, int((width + _BETWEEN) // (_NARROWEST + _BETWEEN)))) if self.columns > 1 else 1

    def _is_low(self, count: int, across: int, height: float) -> bool:
        rows = math.ceil(count / across)
        return rows * (self.panels[0].lowest + _BETWEEN) - _BETWEEN > height if self.panels else False

    def _rows(self, width: float, across: int) -> list[float]:
        room = (width - _BETWEEN * (across - 1)) / across
        wanted = [panel.height(room) for panel in self.panels]
        return [max(wanted[i : i + across]) for i in range(0, len(wanted), across)]

    def _places(self, box: Box) -> list[Box]:
        """Rows as high as their panels want to be, in the proportion that the room allows."""
        if not self.panels:
            return []
        across = self._columns(box.width, box.height)
        room = (box.width - _BETWEEN * (across - 1)) / across
        wanted = self._rows(box.width, across)
        share = (box.height - _BETWEEN * (len(wanted) - 1)) / sum(wanted)
        places: list[Box] = []
        top = box.top
        for height in wanted:
            top -= share * height
            lefts = [box.left + i * (room + _BETWEEN) for i in range(across)]
            places += [Box(left, top, room, share * height) for left in lefts]
            top -= _BETWEEN
        return places


def figure_of(pictures: Sequence[Picture], size: tuple[float, float] | None) -> Figure:
    """The pictures below one another, in a new figure; the size is in inches."""
    width = POINTS * size[0] if size else WIDTH
    heights = [picture.height(width) for picture in pictures]
    if len(pictures) == 1:
        heights = [POINTS * size[1] if size else max(pictures[0].least, heights[0])]
    figure = new_figure(width, sum(heights))
    try:
        with house_style():
            sheet = Sheet(figure)
            top = sheet.box.top
            for picture, height in zip(pictures, heights):
                top -= height
                picture.draw(sheet, Box(0, top, sheet.box.width, height))
    except BaseException:
        forget(figure)
        raise
    return figure
