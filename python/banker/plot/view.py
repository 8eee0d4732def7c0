"""What is looked at: a report (as web/src/wire.ts describes it), one of its problems, some agents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Union

import numpy as np

from .._result_text import describe, plural

Report = Mapping[str, Any]
Cell = Mapping[str, Any]
Entry = Mapping[str, Any]
Agents = Union[str, int, "Iterable[str | int]", None]

MOST = 8  # curves, if none are asked for: as many as there are colours


class Missing(ValueError):
    """The results do not have what a picture shows."""


@dataclass(frozen=True)
class View:
    """One problem of a report, and the agents that were asked for (None: nobody asked)."""

    report: Report
    index: int
    chosen: tuple[int, ...] | None

    @property
    def cell(self) -> Cell:
        cell: Cell = self.report["cells"][self.index]
        return cell

    @property
    def about(self) -> str:
        """The problem, and which one it is if there are several."""
        count = len(self.report["cells"])
        place = f" (problem {self.index + 1:,} of {count:,})" if count > 1 else ""
        return f"{describe(self.cell)}{place}"

    def name(self, agent: int) -> str:
        return str(self.report["agents"][agent]["name"])

    def entries(self, most: int | None = None) -> list[Entry]:
        """Those asked for, in the order of the study; otherwise all, or so many of the best."""
        entries = list(self.cell["agents"])
        if self.chosen is not None:
            return [entry for entry in entries if entry["agent"] in self.chosen]
        best = [entry["agent"] for entry in by_regret(entries)[:most]]
        return [entry for entry in entries if entry["agent"] in best]

    def drawn(self, entries: list[Entry]) -> str:
        """How many are drawn, where nobody asked and not all are."""
        count, every = len(entries), len(self.cell["agents"])
        if count == every or self.chosen is not None:
            return ""
        return f"The {count} best of {plural(every, 'agent')} are drawn."


def view_of(results: Any, cell: int, agents: Agents) -> View:
    """Checks what was asked for: ValueError says what there is."""
    report = _report(results)
    cells = report["cells"]
    if not cells:
        raise Missing("there is nothing to draw: the study has no finished run")
    if isinstance(cell, bool) or not isinstance(cell, (int, np.integer)):
        raise TypeError(f"cell is the number of a problem, from 0 to {len(cells) - 1}, not {cell!r}")
    if not -len(cells) <= cell < len(cells):
        there = "there is 1 problem, cell 0" if len(cells) == 1 else f"cells go from 0 to {len(cells) - 1}"
        raise ValueError(f"there is no cell {cell}: {there}; results.cells lists them")
    index = int(cell) % len(cells)
    return View(report, index, _chosen(report, cells[index], agents))


def _report(results: Any) -> Report:
    data = getattr(results, "data", results)
    if isinstance(data, Mapping) and {"agents", "cells"} <= data.keys():
        return data
    raise TypeError(f"plot() draws what simulate() or compare() returned, not {type(results).__name__}")


def _chosen(report: Report, cell: Cell, agents: Agents) -> tuple[int, ...] | None:
    if agents is None:
        return None
    asked = [agents] if isinstance(agents, (str, int)) else list(agents)
    names = [agent["name"] for agent in report["agents"]]
    here = [entry["agent"] for entry in cell["agents"]]
    known = {**{name: i for i, name in enumerate(names)}, **{i: i for i in range(len(names))}}
    there = ", ".join(names[agent] for agent in here)
    if not asked:
        raise ValueError(f"agents is empty: leave it out, or name some of {there}")
    for agent in asked:
        if agent not in known:
            raise ValueError(f"there is no agent {agent!r}: there are {there}")
        if known[agent] not in here:
            raise ValueError(f"{agent!r} has no finished run on this problem: there are {there}")
    return tuple(sorted({known[agent] for agent in asked}))


def by_regret(entries: Iterable[Entry]) -> list[Entry]:
    """The least mean regret first."""
    return sorted(entries, key=lambda entry: float(entry["regret"]["mean"]))


def first_run(view: View) -> str:
    """Whose traces are drawn."""
    return f"The run with seed {view.report['settings']['seed']}."


def without_trace(view: View, part: str) -> str:
    """Why there is nothing of the first run: `part` is "traced" or "detailed", as the report calls them."""
    first = view.report["thinning"][part]
    if view.index < first:
        return "the first run of this problem is not finished, or was not watched"
    what = {"traced": "traces", "detailed": "details"}[part]
    few = {0: "no problem", 1: "the first problem only"}.get(first, f"the first {first} problems only")
    return f"to stay small, the results keep {what} of {few}: compare on this problem alone"
