"""The table "The worst of 100 runs" of docs/results.md, made again from Python, compared, and drawn.

    python3 python/examples/results_figure.py [--out FOLDER]    the problems with 5 arms: a minute of one core
    python3 python/examples/results_figure.py --all             those with 20 arms too: three minutes
    python3 python/examples/results_figure.py --quick           two cells of one line: some seconds

Says "same digits", or which cells differ, and ends with status 1 then. The folder gets two pictures, which
need matplotlib: python-worst-of-100.png, drawn here, and python-regret.png, as Results.plot() draws it.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import banker

ROOT = Path(__file__).resolve().parents[2]
TICKS = (100, 200, 500, 1000, 2000, 5000, 10_000)
Problem = tuple[str, str, str]  # losses, delays, arms, as they stand in the table


def printed_table() -> dict[tuple[Problem, str], str]:
    """The cells of the table in docs/results.md: (problem, agent) → "mean ± standard error (worst)"."""
    lines = iter((ROOT / "docs/results.md").read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line == "<!-- made by make results: tails -->":
            break
    cells: dict[tuple[Problem, str], str] = {}
    header: list[str] = []
    for line in lines:
        if line == "<!-- end -->":
            return cells
        row = [cell.strip() for cell in line.strip("|").split("|")]
        if len(row) > 4 and not header:
            header = row
        elif len(row) > 4 and row[0] != "---":
            cells.update({((row[0], row[1], row[2]), agent): cell for agent, cell in zip(header[4:], row[4:])})
    raise SystemExit("docs/results.md has no table of tails")


def choose(quick: bool, everything: bool) -> dict[str, Any]:
    """suites/tails.json, or the part of it that is asked for."""
    suite = json.loads((ROOT / "suites/tails.json").read_text())
    if quick:
        return {**suite, "agents": ["banker", "tsallis-inf"], "delays": "fixed:100", "arms": 5}
    return suite if everything else {**suite, "arms": 5}


def regrets(results: banker.Results) -> dict[tuple[Problem, str], NDArray[Any]]:
    """(problem, agent) → the regret of every run."""
    found: dict[tuple[Problem, str], list[float]] = {}
    columns = [results[name] for name in ("losses", "delays", "arms", "agent", "regret")]
    for losses, delays, arms, agent, regret in zip(*columns):
        found.setdefault(((str(losses), str(delays), str(arms)), str(agent)), []).append(regret)
    return {key: np.array(values) for key, values in found.items()}


def as_printed(regret: NDArray[Any]) -> str:
    error = regret.std(ddof=1) / np.sqrt(len(regret))
    return f"{regret.mean():,.0f} ± {error:,.0f} ({regret.max():,.0f})"


def draw(found: dict[tuple[Problem, str], NDArray[Any]], path: Path) -> None:
    """A mark for every run, a dot for their mean: one panel per problem, all with the same scale."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    problems = list(dict.fromkeys(problem for problem, _ in found))
    agents = list(dict.fromkeys(agent for _, agent in found))
    names = [agent.replace(" estimator=", "\n") for agent in agents]
    height = 0.55 + len(problems) * (0.55 + 0.26 * len(agents))
    figure, panels = plt.subplots(
        len(problems), 1, sharex=True, squeeze=False, layout="constrained", figsize=(7.5, height)
    )
    for panel, problem in zip(panels[:, 0], problems):
        for place, agent in enumerate(agents):
            regret, color = found[problem, agent], f"C{place}"
            panel.plot(regret, np.full(len(regret), place), "|", color=color, alpha=0.35, markersize=8)
            panel.plot(regret.mean(), place, "o", color=color, markeredgecolor="white", markersize=6)
        panel.set_yticks(range(len(agents)), names, fontsize=8)
        panel.set_ylim(len(agents) - 0.4, -0.6)
        panel.set_title(f"delays {problem[1]}, {problem[2]} arms", fontsize=9, loc="left")
        panel.spines[["top", "right", "left"]].set_visible(False)
        panel.tick_params(axis="y", length=0)
        panel.grid(axis="x", linewidth=0.4)
    lowest = panels[-1, 0]
    lowest.set_xscale("log")
    lowest.set_xticks(TICKS, [f"{tick:,}" for tick in TICKS])
    lowest.minorticks_off()
    lowest.set_xlim(60, 12_000)
    lowest.set_xlabel("regret after 100,000 rounds: a mark per run, a dot for their mean")
    figure.savefig(path, dpi=120)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="two cells of one line")
    parser.add_argument("--all", action="store_true", help="the problems with 20 arms too")
    parser.add_argument("--out", type=Path, help="a folder for the pictures")
    options = parser.parse_args()

    results = banker.compare(**choose(options.quick, options.all))
    found, printed = regrets(results), printed_table()
    differences = 0
    for (problem, agent), regret in found.items():
        mine, theirs = as_printed(regret), printed.get((problem, agent), "not there")
        differences += mine != theirs
        note = "" if mine == theirs else f"   docs/results.md: {theirs}"
        print(f"{problem[1]:18} {problem[2]:>2} arms   {agent:38} {mine:>24}{note}")
    print("same digits" if differences == 0 else f"{differences} cells differ")
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        draw(found, options.out / "python-worst-of-100.png")
        fixed = list(dict.fromkeys(results["delays"])).index("fixed:100")
        results.plot(cell=fixed, log=True).savefig(options.out / "python-regret.png", dpi=120)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
