"""Kinds with curves: regret, and what happens inside of one run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Union

import numpy as np

from .._result_text import plural
from .lines import Lines, Series, every_agent
from .numbers import Array, array
from .pictures import Picture
from .style import series_look
from .view import MOST, Entry, Missing, View, first_run, without_trace

Log = Union[bool, str, None]
Overlay = Union[str, "Iterable[str]", None]

_UNEVEN = 20.0  # the largest value over the median
_OVERLAYS = ("certificate", "bound")
INSIDE = {
    "open": ("outstanding", "Open rounds", "rounds", "Rounds that wait for their outcome, not given up."),
    "scale": ("scale", "Scale", "σ", "Capital that a decision takes: the larger, the more careful."),
    "invested": ("invested", "Total invested", "capital", "All that was borrowed so far; it never falls."),
}


def regret(view: View, log: Log, overlay: Overlay) -> Picture:
    """Mean regret with 95 % bands; certificates and bounds are those of the first run."""
    log_x, log_y = _logs(log)
    overlays = _overlays(overlay)
    entries = view.entries(MOST)
    series = [one for entry in entries for one in _of_entry(view, entry, overlays)]
    for kind in overlays:
        if not any(one.overlay == kind for one in series):
            raise ValueError(f"no agent that is drawn has a {kind}: {_why_not(view, entries, kind)}")
    panel = Lines(series, "regret", log_x, log_y)
    seed = view.report["settings"]["seed"]
    what = {"certificate": "certificates (long dashes)", "bound": "bounds (dots)"}
    said = " and ".join(what[kind] for kind in overlays).capitalize()
    run = f"{said} are those of the run with seed {seed}." if overlays else ""
    notes = [view.drawn(entries), _mean_of(entries), run, *panel.notes()]
    return Picture("Regret over time", view.about, [panel], notes)


def inside(view: View, kind: str, log: Log) -> Picture:
    """Open rounds, scale or all that was borrowed, of the first run."""
    what, title, unit, note = INSIDE[kind]
    entries = view.entries(MOST)
    traced = [entry for entry in entries if entry["trace"]]
    if not traced:
        raise Missing(f"there is no {kind} to draw: {without_trace(view, 'traced')}")
    drawn = [entry for entry in traced if entry["trace"][what]]
    if not drawn:
        raise Missing(f"there is no {kind} to draw: none of {_names(view, entries)} has a bank")
    series = [_series(view, entry, entry["trace"]["round"], entry["trace"][what]) for entry in drawn]
    uneven = log is None and kind == "scale" and any(_is_uneven(one.y) for one in series)
    panel = Lines(every_agent(series), unit, *_logs("y" if uneven else log))
    only = "Only agents with a bank have it." if len(drawn) < len(entries) else ""
    chosen = f"{unit} is on a logarithmic axis (log=False: linear)." if uneven else ""
    return Picture(title, view.about, [panel], [note, chosen, only, first_run(view), *panel.notes()])


def _of_entry(view: View, entry: Entry, overlays: tuple[str, ...]) -> list[Series]:
    curve, trace = entry["curve"], entry["trace"]
    half = None if curve["half"] is None else array(curve["half"])
    found = [_series(view, entry, curve["round"], curve["mean"], half)]
    for kind in overlays:
        if trace and trace[kind]:
            found.append(_series(view, entry, trace["round"], trace[kind], overlay=kind))
    return found


def _series(view: View, entry: Entry, x: Any, y: Any, half: Array | None = None, overlay: str = "") -> Series:
    agent = entry["agent"]
    return Series(view.name(agent), series_look(agent), array(x), array(y), half, overlay)


def _is_uneven(values: Array) -> bool:
    """Whether a few are so large that the others would lie on the ground."""
    known = values[np.isfinite(values)]
    return bool(known.size and known.min() > 0 and known.max() > _UNEVEN * np.median(known))


def _logs(log: Log) -> tuple[bool, bool]:
    """Of x and of y."""
    known = {False: (False, False), True: (True, True), "x": (True, False), "y": (False, True)}
    if log is None:
        return known[False]
    if not isinstance(log, (bool, str)) or log not in known:
        raise ValueError(f'log is False, True (both axes), "x" or "y", not {log!r}')
    return known[log]


def _overlays(overlay: Overlay) -> tuple[str, ...]:
    asked = () if overlay is None else (overlay,) if isinstance(overlay, str) else tuple(overlay)
    for kind in asked:
        if kind not in _OVERLAYS:
            raise ValueError(f'there is no overlay {kind!r}: there are "certificate" and "bound"')
    return tuple(kind for kind in _OVERLAYS if kind in asked)


def _why_not(view: View, entries: list[Entry], kind: str) -> str:
    if not any(entry["trace"] for entry in entries):
        return without_trace(view, "traced")
    return f"{_names(view, entries)} have none" if len(entries) > 1 else f"{_names(view, entries)} has none"


def _names(view: View, entries: list[Entry]) -> str:
    return ", ".join(view.name(entry["agent"]) for entry in entries)


def _mean_of(entries: list[Entry]) -> str:
    """What the curves are: of how many runs, and with which bands."""
    runs = [entry["runs"] for entry in entries]
    if max(runs) <= 1:
        return "One run: no intervals."
    count = f"{'' if min(runs) == max(runs) else f'{min(runs)} to '}{plural(max(runs), 'run')}"
    bands = any(entry["curve"]["half"] for entry in entries)
    return f"Mean of {count}{'; bands are 95 % intervals of the mean at each round' if bands else ''}."
