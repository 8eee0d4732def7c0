"""What the kinds of plot() draw; "all" is every picture that the results have, in the order of the report."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from .bank import bank
from .believe import capital, probabilities
from .curves import INSIDE, Log, Overlay, inside, regret
from .pictures import Picture
from .tables import problem_map, ranks, scores
from .view import Missing, View, first_run

_NARROW = 160.0  # points: small pictures beside one another
_PER_AGENT = {"bank": bank, "capital": capital, "probabilities": probabilities}
_ROWS = {"ranks": ranks, "scores": scores, "map": problem_map}


def pictures(view: View, kind: str, log: Log, overlay: Overlay, most: int | None) -> list[Picture]:
    """Of a kind, with so many panels at most."""
    if kind == "all":
        return _all(view, log, overlay)
    if kind in INSIDE:
        return [inside(view, kind, log)]
    if kind == "regret":
        return [regret(view, log, overlay)]
    if kind in _PER_AGENT:
        return [_PER_AGENT[kind](view, most)]
    return [_ROWS[kind](view)]


def _all(view: View, log: Log, overlay: Overlay) -> list[Picture]:
    """Below one another. What the results do not have is left out."""
    several = len(view.report["cells"]) > 1
    compared = len(view.entries()) > 1
    made: list[Callable[[], Picture]] = [
        *([partial(problem_map, view), partial(scores, view)] if several else []),
        *([partial(ranks, view)] if compared else []),
        partial(regret, view, log, overlay),
        partial(bank, view, None),
        partial(capital, view, None),
        partial(_inside, view, False if log is False else None),
        partial(probabilities, view, None),
    ]
    found = [picture for make in made for picture in _if_there(make)]
    said = set()
    for picture in found:  # the problem is described once
        about, picture.about = picture.about, "" if picture.about in said else picture.about
        said.add(about)
    return found


def _inside(view: View, log: Log) -> Picture:
    """Open rounds, scale and capital side by side."""
    found = [one for kind in INSIDE for one in _if_there(partial(inside, view, kind, log))]
    if not found:
        raise Missing("there is nothing from inside a run")
    for one in found:
        one.panels[0].title = one.title
    logs = [note for one in found for note in one.notes if "logarithmic" in note]
    notes = [first_run(view), "Only agents with a bank have a scale and invest.", *logs]
    panels = [one.panels[0] for one in found]
    return Picture("Inside one run", found[0].about, panels, notes, columns=3, narrow=_NARROW)


def _if_there(make: Callable[[], Picture]) -> list[Picture]:
    try:
        return [make()]
    except Missing:
        return []
