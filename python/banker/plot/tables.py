"""Kinds with a row per agent: how far agents are behind the best, and their scores."""

from __future__ import annotations

from .numbers import pretty, share, whole
from .pictures import Picture
from .rows import Row, Rows
from .style import series_look
from .view import Entry, Missing, View, by_regret, describe


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
    return Picture("Behind the best", describe(view.cell), [panel], [what, wide, rank], least=0.0)


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
    rows = []
    for one in known:
        worst = None if one["worst_cell"] is None else one["shares"][one["worst_cell"]]
        error = "" if one["stderr"] is None else f" ± {share(one['stderr'])}"
        texts = (share(worst), f"{share(one['score'])}{error}")
        agent = one["agent"]
        dot = (one["score"], one["stderr"])
        rows.append(Row(agent, view.name(agent), series_look(agent), *dot, texts, worst))
    whose, count = view.report["settings"]["share_of"], len(view.report["cells"])
    about = f"the mean share of the regret of {whose} over {count} problems; lower is better"
    panel = Rows(rows, ("worst share", "score"), f"share of the regret of {whose}")
    note = "Dots: the score, ± its standard error over the runs. Ticks: the worst problem."
    return Picture("Scores", about, [panel], [note], least=0.0)


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
