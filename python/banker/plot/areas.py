"""Shares of a whole over rounds, stacked."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from .labels import halo
from .numbers import Array, tick
from .panel import Panel, quiet_axes, settle, widest
from .scale import nice, set_ticks, widen
from .sheet import Key
from .style import INK, PAPER, TEXT, text_width

_LEAST = 12.0  # points that a layer is high where it has a label
_OPACITY = 0.8  # through it the grid can be seen
_SAMPLE = 3.0  # points between the places that are tried for one


class Layer(NamedTuple):
    """One of the things that are stacked."""

    name: str
    color: str
    y: Array


class Areas(Panel):
    """The first layer is at the bottom. y[i] is the mean over the stretch that ends at x[i].

    With `at_end` it is the value at the end, and everything begins at 0.
    """

    def __init__(
        self,
        title: str,
        y_label: str,
        x: Array,
        layers: list[Layer],
        at_end: bool = False,
        top: float | None = None,
    ) -> None:
        self.title, self.x_label, self.y_label = title, "round", y_label
        self.layers, self.at_end = layers, at_end
        self.lowest = 90.0 if at_end else 60.0  # with a legend
        self.x = np.concatenate([[0.0], x])
        first = [np.zeros(1) if at_end else layer.y[:1] for layer in layers]
        heights = [np.concatenate([begin, layer.y]).clip(0) for begin, layer in zip(first, layers)]
        self.edges = np.vstack([np.zeros_like(self.x), np.cumsum(heights, axis=0)])  # from the bottom
        highest = float(self.edges[-1].max())
        self.top = nice(widen((0.0, highest), False), False)[1] if top is None else top

    def height(self, width: float) -> float:
        return self.around(width) + min(190.0, max(90.0, 0.36 * width))

    def keys(self, width: float) -> list[Key]:
        """Of a few layers whose names do not fit into them; arms may be many."""
        fitting = all(text_width(layer.name) < 0.6 * width for layer in self.layers)
        if fitting or not self.at_end:
            return []
        return [Key(layer.name, layer.color, opacity=_OPACITY) for layer in self.layers]

    def sides(self, width: float, height: float) -> tuple[float, float]:
        return 8 + widest([tick(self.top), tick(self.top / 2)]), 0.5 * text_width(tick(self.x[-1])) + 2

    def paint(self, ax: Axes, width: float, height: float) -> None:
        quiet_axes(ax)
        ax.set_xlim(0, self.x[-1])
        ax.set_ylim(0, self.top)
        set_ticks(ax.xaxis, False, (0, self.x[-1]), width / (14 + text_width(tick(self.x[-1]))))
        set_ticks(ax.yaxis, False, (0, self.top), height / 28)
        for layer, low, high in zip(self.layers, self.edges, self.edges[1:]):
            look = {"color": layer.color, "alpha": _OPACITY, "linewidth": 0}
            ax.fill_between(self.x, low, high, label=layer.name, **look)
        for edge in self.edges[1:-1]:
            ax.plot(self.x, edge, color=PAPER, linewidth=0.8, label="_edge")
        for layer, low, high in zip(self.layers, self.edges, self.edges[1:]):
            self._label(ax, layer.name, low, high, width, height)
        settle(ax)

    def _label(self, ax: Axes, name: str, low: Array, high: Array, width: float, height: float) -> None:
        """In the highest box inside of the layer that is as wide as the name."""
        unit = self.x[-1] / width  # rounds per point
        places = np.arange(0, width, _SAMPLE) * unit
        count = int(np.ceil((text_width(name) + 8) / _SAMPLE))
        if count > places.size:
            return
        windows = np.lib.stride_tricks.sliding_window_view
        floor = windows(np.interp(places, self.x, low), count).max(axis=1)
        ceiling = windows(np.interp(places, self.x, high), count).min(axis=1)
        best = int(np.argmax(ceiling - floor))
        if (ceiling[best] - floor[best]) * height < _LEAST * self.top:
            return
        x = places[best] + 0.5 * _SAMPLE * (count - 1) * unit
        y = 0.5 * (floor[best] + ceiling[best])
        ax.text(x, y, name, ha="center", va="center_baseline", fontsize=TEXT, color=INK, path_effects=halo())
