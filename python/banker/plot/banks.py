"""Which banks are drawn."""

from __future__ import annotations

from typing import Any, Mapping

from .view import Entry, Missing, View, by_regret, without_trace

Detail = Mapping[str, Any]


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
