"""The kind "all": every picture that the results have, in the order of the report."""

from __future__ import annotations

from functools import partial
from typing import Callable

from .bank import bank
from .believe import capital, probabilities
from .curves import Log, Overlay, inside, regret
from .pictures import Picture
from .problems import problem_map
from .tables import ranks, scores
from .view import Missing, View, first_run

_NARROW = 160.0  # points: small pictures beside one another


def whole_report(view: View, log: Log, overlay: Overlay) -> list[Picture]:
    """Below one another. What the results do not have is left out."""
    several = len(view.report["cells"]) > 1
    compared = len(view.entries()) > 1
    made: list[Callable[[], Picture]] = [
        *([partial(problem_map, view), partial(scores, view)] if several else []),
        *([partial(ranks, view)] if compared else []),
        partial(regret, view, log, overlay),
        partial(bank, view, None),
        partial(capital, view, None),
        partial(_inside, view),
        partial(probabilities, view, None),
    ]
    pictures = [picture for make in made for picture in _if_there(make)]
    said = set()
    for picture in pictures:  # the problem is described once
        about, picture.about = picture.about, "" if picture.about in said else picture.about
        said.add(about)
    return pictures


def _inside(view: View) -> Picture:
    """Open rounds, scale and investment side by side."""
    kinds = ("open", "scale", "investment")
    found = [one for kind in kinds for one in _if_there(partial(inside, view, kind, False))]
    if not found:
        raise Missing("there is nothing from inside a run")
    for one in found:
        one.panels[0].title = one.title
    notes = [first_run(view), "Only agents with a bank have a scale and invest."]
    panels = [one.panels[0] for one in found]
    return Picture("Inside one run", found[0].about, panels, notes, columns=3, narrow=_NARROW)


def _if_there(make: Callable[[], Picture]) -> list[Picture]:
    try:
        return [make()]
    except Missing:
        return []
