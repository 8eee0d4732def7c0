"""Kinds with stacked areas: the probabilities of the arms, and where the capital of a bank is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .areas import Areas, Layer
from .bank import banks, detail_of
from .lines import Lines, Series
from .numbers import array
from .panel import Panel
from .pictures import Picture
from .style import ACCENT, RAMP, SAVED, WAITING, part_look
from .view import MOST, Missing, View, by_regret, first_run, without_trace

_PLAY = "What agents play", "The point that was played, by coordinate, as a mean over stretches of the run."
_BELIEVE = "What agents believe", "The probabilities of the arms, as means over stretches of the run."


def probabilities(view: View, most: int | None) -> Picture:
    """The distributions that arms are drawn from, a panel per agent; of linear problems the points played."""
    entries = view.entries(MOST)
    if most is not None and view.chosen is None:
        entries = by_regret(entries)[:most]
    known = [entry for entry in entries if detail_of(entry)]
    panels = [_belief(view, entry["agent"], entry["trace"]["detail"]) for entry in known]
    if not panels:
        raise Missing(f"there are no probabilities to draw: {without_trace(view, 'detailed')}")
    title, what = _PLAY if view.cell["linear"] else _BELIEVE
    notes = [what, view.drawn(entries), first_run(view)]
    worst_first = [known.index(entry) for entry in reversed(by_regret(known)[1:])]
    spare = worst_first if view.chosen is None else ()
    return Picture(title, view.about, panels, notes, columns=2, spare=spare)


def capital(view: View, most: int | None) -> Picture:
    """Where all capital is over the run; the top edge is all that was ever borrowed."""
    panels = []
    for entry, detail in banks(view, most):
        bank = detail["bank"]
        waiting = Layer("with decisions that wait", WAITING, array(bank["open"]))
        layers = [waiting, Layer("in savings", SAVED, array(bank["saved"]))]
        panels.append(Areas(view.name(entry["agent"]), "capital", array(detail["ends"]), layers, at_end=True))
    note = "The top edge is all that was ever borrowed."
    return Picture("Capital", view.about, panels, [note, first_run(view)], columns=2)


def _belief(view: View, agent: int, detail: Mapping[str, Any]) -> Panel:
    x = array(detail["ends"])
    if view.cell["linear"]:
        arms = enumerate(detail["arms"])
        series = [Series(arm["name"], part_look(i), x, array(arm["share"])) for i, arm in arms]
        return Lines(series, "coordinate", title=view.name(agent))
    return Areas(view.name(agent), "probability", x, _layers(detail["arms"]), top=1.0)


def _layers(arms: list[Mapping[str, Any]]) -> list[Layer]:
    """The best arms at the bottom and in a strong colour, the others above in quiet ones."""
    best = [Layer(f"{arm['name']} (best)", ACCENT, array(arm["share"])) for arm in arms if arm["best"]]
    others = enumerate(arm for arm in arms if not arm["best"])
    return best + [Layer(arm["name"], RAMP[i % len(RAMP)], array(arm["share"])) for i, arm in others]
