"""The kind "map": all agents on all problems, how large a regret is compared to one that everybody knows."""

from __future__ import annotations

import math
from typing import Sequence

import numpy as np

from .heat import Group, Heat
from .numbers import plural, whole
from .pictures import Picture
from .view import Cell, Report, View


def problem_map(view: View) -> Picture:
    """Shares of the reference's regret; without one, multiples of the least regret of the problem."""
    report = view.report
    cells, shares = report["cells"], report["scores"] is not None
    rows = [(agent, values) for agent, values in _grid(report) if view.chosen is None or agent in view.chosen]
    names, values = [view.name(agent) for agent, _ in rows], np.array([values for _, values in rows])
    panel = Heat(names, _columns(cells), _groups(cells), values, shares)
    whose = report["settings"]["share_of"]
    if shares:
        title = f"Share of the regret of {whose}"
        fixed = " or ".join(sorted({"point" if cell["linear"] else "arm" for cell in cells}))
        ends = f"0 is as good as the best fixed {fixed}, 1 as bad as {whose}, below 0 better than every one."
        what = f"{ends} Each doubling from 1/8 to 1"
    else:
        title, what = "Regret, as a multiple of the best", "1 is the best of the column. Each doubling"
    about = f"{plural(len(rows), 'agent')} on {plural(len(cells), 'problem')}"
    return Picture(title, about, [panel], [f"{what} is a third of the scale."], least=0.0)


def _grid(report: Report) -> list[tuple[int, list[float]]]:
    """Rows of (agent, values), the best first."""
    if report["scores"] is not None:
        return [(one["agent"], [_number(value) for value in one["shares"]]) for one in report["scores"]]
    agents = range(len(report["agents"]))
    rows = [(agent, [_multiple(cell, agent) for cell in report["cells"]]) for agent in agents]
    return sorted(rows, key=lambda row: _level(row[1]))


def _number(value: float | None) -> float:
    return math.nan if value is None else value


def _multiple(cell: Cell, agent: int) -> float:
    """Without a positive regret there is nothing to be a multiple of."""
    means = {entry["agent"]: entry["regret"]["mean"] for entry in cell["agents"]}
    best = min(means.values(), default=0.0)
    return float(means[agent] / best) if agent in means and best > 0 else math.nan


def _level(values: Sequence[float]) -> float:
    """The mean colour of a row."""
    known = [min(3.0, math.log2(value)) for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.inf


def _groups(cells: Sequence[Cell]) -> list[Group]:
    """Neighbours with one kind of delays; the title says all of them if they are the same."""
    found: list[list[str]] = []
    for cell in cells:
        if found and found[-1][0].split(":")[0] == cell["delays"].split(":")[0]:
            found[-1].append(cell["delays"])
        else:
            found.append([cell["delays"]])
    titles = [delays[0] if len(set(delays)) == 1 else delays[0].split(":")[0] for delays in found]
    titles = ["no delays" if title == "none" else title for title in titles]
    return [Group(title, len(delays)) for title, delays in zip(titles, found)]


def _columns(cells: Sequence[Cell]) -> list[str]:
    """What tells a problem from the others, beside the title of its group."""
    losses, arms, rounds = (len({cell[key] for cell in cells}) > 1 for key in ("losses", "arms", "rounds"))
    own = [":" not in group.title for group in _groups(cells) for _ in range(group.columns)]
    names = []
    for i, cell in enumerate(cells):
        parts = [
            cell["losses"] if losses else "",
            cell["delays"] if own[i] and ":" in cell["delays"] else "",
            f"{'n' if cell['linear'] else 'K'}={cell['arms']}" if arms else "",
            f"T={whole(cell['rounds'])}" if rounds else "",
        ]
        names.append(" ".join(part for part in parts if part) or (str(i + 1) if len(cells) > 1 else ""))
    return names
