"""Kinds with a row per agent: how far they are behind the best, their scores, the map of all problems."""

from __future__ import annotations

import math
from typing import Sequence

import numpy as np

from .._result_text import plural, pretty
from .heat import Group, Heat
from .numbers import Array, share, whole
from .pictures import Picture
from .rows import Row, Rows
from .style import series_look
from .view import Cell, Entry, Missing, Report, View, by_regret


def ranks(view: View) -> Picture:
    """The mean difference to the best agent, run by run, with its 95 % interval."""
    entries = by_regret(view.entries())
    ranked = any(entry["rank"] is not None for entry in entries)
    rows = [_rank_row(view, entry, ranked) for entry in entries]
    headers = ("rank", "regret", "behind, ± 95 %") if ranked else ("regret", "behind")
    panel = Rows(rows, headers, "regret behind the best")
    if ranked:
        what = "Mean difference to the best agent, run by run, and its 95 % interval."
        rank = "Rank: 1 + the agents that are better beyond chance (paired t-test over the runs, 5 %)."
    else:
        what, rank = "One run: no intervals, no ranks.", ""
    wide = "Some intervals are wider than the picture." if panel.cut else ""
    return Picture("Behind the best", view.about, [panel], [what, wide, rank], least=0.0)


def scores(view: View) -> Picture:
    """One number for an agent: the mean of its shares of the reference's regret."""
    found = view.report["scores"]
    if found is None:
        shares = 'they are shares of the regret of an agent, as in compare(..., share_of="uniform")'
        raise Missing(f"there are no scores: {shares}")
    asked = [one for one in found if view.chosen is None or one["agent"] in view.chosen]
    known = [one for one in asked if one["score"] is not None]
    if not known:
        raise Missing("there are no scores: no agent has finished all problems")
    whose = view.report["settings"]["share_of"]
    rows = []
    for one in known:
        worst = None if one["worst_cell"] is None else one["shares"][one["worst_cell"]]
        agent, name = one["agent"], view.name(one["agent"])
        stderr = None if name == whose else one["stderr"]  # of itself it has 1, without an error
        error = "" if stderr is None else f" ± {share(stderr)}"
        texts = (share(worst), f"{share(one['score'])}{error}")
        rows.append(Row(agent, name, series_look(agent), one["score"], stderr, texts, worst))
    count = len(view.report["cells"])
    about = f"the mean share of the regret of {whose} over {count} problems; lower is better"
    panel = Rows(rows, ("worst share", "score"), f"share of the regret of {whose}")
    note = "Dots: the score, ± its standard error over the runs. Ticks: the worst problem."
    return Picture("Scores", about, [panel], [note], least=0.0)


def problem_map(view: View) -> Picture:
    """Shares of the reference's regret; without one, multiples of the least regret of the problem."""
    report = view.report
    cells, shares = report["cells"], report["scores"] is not None
    rows = [(agent, values) for agent, values in _grid(report) if view.chosen is None or agent in view.chosen]
    names, values = [view.name(agent) for agent, _ in rows], np.array([values for _, values in rows])
    limits, write = (_share_limits(values), share) if shares else ((1.0, 8.0), _three_digits)
    panel = Heat(names, _columns(cells), _groups(cells), values, limits, write)
    whose = report["settings"]["share_of"]
    if shares:
        title = f"Share of the regret of {whose}"
        fixed = " or ".join(sorted({"point" if cell["linear"] else "arm" for cell in cells}))
        what = f"0 is as good as the best fixed {fixed}, 1 as bad as {whose}, below 0 better than every one."
    else:
        title, what = "Regret, as a multiple of the best", "1 is the best of the column."
    about = f"{plural(len(rows), 'agent')} on {plural(len(cells), 'problem')}"
    return Picture(title, about, [panel], [what, panel.scale_note()], least=0.0)


def _rank_row(view: View, entry: Entry, ranked: bool) -> Row:
    behind, agent = entry["behind"], entry["agent"]
    rank = ("–" if entry["rank"] is None else whole(entry["rank"]),) if ranked else ()
    value, half = (behind["mean"], behind["half"]) if behind else (0.0, None)
    texts = (*rank, pretty(entry["regret"]["mean"]), _behind(entry))
    return Row(agent, view.name(agent), series_look(agent), value, half, texts)


def _behind(entry: Entry) -> str:
    behind = entry["behind"]
    if not behind:
        return "best"
    mean, half = behind["mean"], behind["half"]
    if not half:
        return pretty(mean)
    tie = "tie  " if mean - half <= 0 and entry["rank"] in (None, 1) else ""
    return f"{tie}{pretty(mean, 3, half)} ± {pretty(half, 3)}"


def _grid(report: Report) -> list[tuple[int, list[float]]]:
    """Rows of (agent, values), the best first."""
    if report["scores"] is not None:
        return [(one["agent"], [_number(value) for value in one["shares"]]) for one in report["scores"]]
    agents = range(len(report["agents"]))
    rows = [(agent, [_multiple(cell, agent) for cell in report["cells"]]) for agent in agents]
    return sorted(rows, key=lambda row: _level(row[1]))


def _share_limits(values: Array) -> tuple[float, float]:
    """1/8 and 1, as bad as the reference; where an agent is worse, powers of 2 around 1, within 1/8 and 8."""
    least, most = float(np.nanmin(values, initial=1.0)), float(np.nanmax(values, initial=1.0))
    if most < 1.0005:  # written as 1.000
        return 0.125, 1.0
    low = 2.0 ** math.floor(math.log2(least)) if least > 0.125 else 0.125
    return min(0.5, low), min(8.0, 2.0 ** math.ceil(math.log2(most)))


def _three_digits(value: float) -> str:
    return pretty(value, 3)


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
