"""The bank: who pays for a decision. Savings travel above the ground, bars below it say who paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba
from matplotlib.path import Path

from .money import Arcs, Flow, arcs_of, example_of, name_of, summary, trace
from .numbers import Array, tick, whole
from .panel import Panel, quiet_axes, settle
from .pictures import Picture
from .scale import set_ticks
from .sheet import Key
from .style import INK, LOAN, SAVED, text_width
from .view import Entry, Missing, View, by_regret, first_run, without_trace

Detail = Mapping[str, Any]

_LENT = 0.42  # the opacity of what is paid from the reserve: a loan too, but an earlier one
_PAID = 0.34  # and of what is paid by savings
_THIN = 0.01  # points: what is thinner cannot be seen, and is not drawn
_LINE = 0.5  # points: thinner payments to the example become so wide, and fainter
_REACH = 0.36  # of the width: how high a payment from the first round to the last rises
_TALLEST = 0.8  # the same, where there is more room
_POOL = "all savings pay together, from a pool"
_LIST = "savings pay one after the other, from a list"
_ABOUT = (
    "Every decision takes capital: a bar is all that a few decisions in a row need. The savings of settled "
    "decisions pay, along the arcs; what they cannot pay is borrowed. Strands that never meet are learners "
    "that share nothing; a fan is one learner."
)


def bank(view: View, most: int | None) -> Picture:
    """The arcs from savings to the decisions that they pay for."""
    panels = []
    for entry, detail in banks(view, most):
        pooled = detail["bank"]["pooled"]
        how = _POOL if pooled else _LIST
        panels.append(BankPanel(f"{view.name(entry['agent'])}: {how}", detail["bank"]["flow"], pooled))
    spare = range(len(panels) - 1, 0, -1) if view.chosen is None else ()
    notes = [first_run(view), _ABOUT]
    return Picture("The bank", view.about, panels, notes, least=0.0, spare=spare)


def detail_of(entry: Entry) -> Detail | None:
    """Of the first run."""
    return entry["trace"]["detail"] if entry["trace"] else None


def banks(view: View, most: int | None) -> list[tuple[Entry, Detail]]:
    """Those asked for; otherwise the best, and the best one that spends in another way."""
    every = by_regret(view.entries())
    own = [entry for entry in every if view.report["agents"][entry["agent"]]["bank"]]
    if not own:
        names = ", ".join(view.name(entry["agent"]) for entry in every)
        raise Missing(f"there is no bank to draw: none of {names} has one")
    details = [(entry, detail_of(entry)) for entry in own]
    found = [(entry, detail) for entry, detail in details if detail and detail["bank"]]
    if not found:
        raise Missing(f"there is no bank to draw: {without_trace(view, 'detailed')}")
    return found if view.chosen is not None else _two(found)[:most]


def _two(found: list[tuple[Entry, Detail]]) -> list[tuple[Entry, Detail]]:
    first = found[0]
    pooled = first[1]["bank"]["pooled"]
    others = [one for one in found[1:] if one[1]["bank"]["pooled"] != pooled] or found[1:]
    return [first, *others[:1]]


class BankPanel(Panel):
    """x is rounds. Below the ground 1 is all that a group needs; heights above it only keep arcs apart."""

    lowest = 110.0

    def __init__(self, title: str, flow: Flow, pooled: bool) -> None:
        self.title, self.flow, self.pooled = title, flow, pooled
        self.example = example_of(flow)
        last = flow["ends"][-1]
        self.x_label = "the first round" if last == 1 else f"the first {whole(last)} rounds"
        self.x_note = "bars: who paid what was needed"
        self.note = summary(flow)

    def height(self, width: float) -> float:
        inner = width - sum(self.sides(width, 0))
        sky = max(18.0, _highest(arcs_of(self.flow, inner), _REACH * inner))
        return self.around(width) + _depth(inner) + sky

    def keys(self, width: float) -> list[Key]:
        found = [Key("borrowed", LOAN)]
        if sum(self.flow["reserve"]) > 0:
            found.append(Key("borrowed before, in reserve", LOAN, opacity=_LENT))
        if self.flow["paid"]:
            by = "the savings of all settled decisions" if self.pooled else "savings of earlier decisions"
            found.append(Key(f"paid by {by}", SAVED, opacity=_PAID))
            found.append(Key(f"traced back from {name_of(self.flow, self.example)}", SAVED))
        return found

    def sides(self, width: float, height: float) -> tuple[float, float]:
        return 6 + text_width("100 %"), 0.5 * text_width(tick(self.flow["ends"][-1])) + 2

    def paint(self, ax: Axes, width: float, height: float) -> None:
        quiet_axes(ax)
        last = self.flow["ends"][-1]
        arcs = arcs_of(self.flow, width)
        depth = min(_depth(width), 0.35 * height)
        sky = height - depth
        top = float(arcs.rise.max(initial=0.0))
        reach = min(_TALLEST * width, (sky - arcs.unit) / top) if top > 0 else 0.0
        self._bars(ax)
        self._arcs(ax, arcs, reach / depth)
        ax.axhline(0, color=INK, linewidth=0.9, zorder=4, label="_ground")
        ax.set_xlim(0, last)
        ax.set_ylim(-1, sky / depth)
        ax.grid(False)
        ax.spines["bottom"].set_visible(False)
        set_ticks(ax.xaxis, False, (0, last), width / (22 + text_width(tick(last))))
        ax.set_yticks([0, -1], ["0", "100 %"])
        settle(ax)

    def _bars(self, ax: Axes) -> None:
        """From the ground down: paid by savings, from the reserve, borrowed."""
        edges = np.concatenate([[0.0], self.flow["ends"]])
        widths = np.diff(edges)
        gap = np.minimum(0.0012 * edges[-1], 0.15 * widths)
        scale = np.asarray(self.flow["scale"], dtype=float)
        needed = np.where(scale > 0, scale, 1.0)
        lent, borrowed = np.asarray(self.flow["reserve"]) / needed, np.asarray(self.flow["borrowed"]) / needed
        saved = np.where(scale > 0, np.maximum(0.0, 1 - lent - borrowed), 0.0)
        strong = np.where(np.arange(len(scale)) == self.example, 1.0, _PAID)
        below = np.zeros(len(scale))
        for shares, color, opacity, label in (
            (saved, SAVED, strong, "paid by savings"),
            (lent, LOAN, np.full(len(scale), _LENT), "from the reserve"),
            (borrowed, LOAN, np.ones(len(scale)), "borrowed"),
        ):
            colors = [to_rgba(color, alpha) for alpha in opacity]
            look = {"color": colors, "linewidth": 0, "snap": False, "label": label}
            ax.bar(edges[:-1] + 0.5 * gap, -shares, widths - gap, bottom=below, align="edge", **look)
            below = below - shares

    def _arcs(self, ax: Axes, arcs: Arcs, unit: float) -> None:
        """All payments, then on them what the example had from before, and who paid it."""
        target = np.array([to for _, to, _ in self.flow["paid"]], dtype=int)
        direct = np.where(target == self.example, arcs.width, 0.0)
        earlier = np.where(target == self.example, 0.0, arcs.unit * trace(self.flow, self.example))
        visible = np.where(direct > 0, np.maximum(_LINE, direct), 0.0)
        for label, widths, opacity in (
            ("payments", arcs.width, _pale(arcs.width)),
            ("traced back", earlier, np.ones_like(earlier)),
            ("paid to the example", visible, np.clip(direct / _LINE, 0.6, 1.0)),
        ):
            ax.add_collection(_strokes(ax, arcs, widths, unit, opacity, label), autolim=False)


def _strokes(ax: Axes, arcs: Arcs, widths: Array, unit: float, opacity: Array, label: str) -> PathCollection:
    """The widest are on top."""
    seen = np.flatnonzero(widths >= _THIN)
    seen = seen[np.argsort(widths[seen], kind="stable")]
    half = Path.arc(0, 180)  # half an ellipse on the ground
    paths = []
    for i in seen:
        middle, radius = 0.5 * (arcs.start[i] + arcs.end[i]), 0.5 * abs(arcs.end[i] - arcs.start[i])
        paths.append(Path(half.vertices * (radius, unit * arcs.rise[i]) + (middle, 0), half.codes))
    colors = [to_rgba(SAVED, alpha) for alpha in opacity[seen]]
    look = {"facecolors": "none", "edgecolors": colors, "linewidths": widths[seen], "zorder": 3}
    return PathCollection(paths, transform=ax.transData, label=label, **look)


def _pale(widths: Array) -> Array:
    """Lines are more opaque than ribbons: a thousand lines make a fan, and ribbons show what lies below."""
    return np.asarray(np.clip(0.38 - 0.06 * np.log2(np.maximum(1.8 * widths, 1e-9)), 0.26, 0.44))


def _depth(width: float) -> float:
    return min(46.0, max(34.0, 0.08 * width))


def _highest(arcs: Arcs, reach: float) -> float:
    seen = arcs.width >= _THIN
    return float((reach * arcs.rise[seen] + arcs.unit).max(initial=0.0))
