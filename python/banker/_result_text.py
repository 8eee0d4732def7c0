"""Results as text, in the words and figures of the command line: the table that `banker compare` prints."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Optional

from numpy.typing import NDArray

_MOST = 12  # problems that are printed
_PLACE = ("losses", "delays", "arms", "rounds")

Row = dict[str, Any]


def table_text(summary: Sequence[Row], cells: Sequence[Row], seeds: NDArray[Any]) -> str:
    """The rows of every problem, the best first."""
    first, last = seeds.min(), seeds.max()
    span = f"seeds {first} to {last}" if last > first else f"seed {first}"
    blocks = []
    for cell in cells[:_MOST]:
        rows = [row for row in summary if all(row[key] == cell[key] for key in _PLACE)]
        blocks.append(f"{describe(cell)}, {span}\n\n{_table(rows)}")
    if len(cells) > _MOST:
        blocks.append(f"... and {len(cells) - _MOST} more problems: summary() has all of them")
    return "\n\n".join(blocks)


def describe(cell: Mapping[str, Any]) -> str:
    """A problem in a line.

    >>> describe({"losses": "trap", "delays": "fixed:50", "arms": 5, "rounds": 20000, "linear": False})
    'trap, delays fixed:50, 5 arms, 20,000 rounds'
    """
    arms = plural(cell["arms"], "dimension" if cell["linear"] else "arm")
    return f"{cell['losses']}, delays {cell['delays']}, {arms}, {plural(cell['rounds'], 'round')}"


def _table(rows: Sequence[Row]) -> str:
    shared = any(row["share"] is not None for row in rows)
    lines = [["rank", "agent", "regret", "± stderr", "worst", "share", "certificate", "ns/round", "runs"]]
    lines += [_texts(row) for row in sorted(rows, key=lambda row: float(row["mean"]))]
    if not shared:
        lines = [line[:5] + line[6:] for line in lines]
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join(_line(line, widths) for line in lines)


def _texts(row: Row) -> list[str]:
    return [
        "-" if row["rank"] is None else str(row["rank"]),
        row["agent"],
        pretty(row["mean"], 5),
        pretty(_visible(row), 3),
        pretty(row["worst"], 5),
        "-" if row["share"] is None else f"{row['share']:.3f}",
        pretty(row["certificate"], 5),
        pretty(row["ns_per_round"], 3),
        str(row["runs"]),
    ]


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    texts = [text.rjust(width) for text, width in zip(cells, widths)]
    texts[1] = cells[1].ljust(widths[1])
    return ("  " + "   ".join(texts)).rstrip()


def _visible(row: Row) -> Optional[float]:
    """The standard error, or 0 if it is nothing but rounding."""
    error: Optional[float] = row["stderr"]
    return 0.0 if error is not None and error < 1e-12 * abs(row["mean"]) else error


def pretty(value: Optional[float], digits: int = 5, beside: Optional[float] = None) -> str:
    """So many digits, or all before the point; thousands apart; a dash for nothing.

    With as many decimals as `beside` would have, where that is given.

    >>> pretty(12345.678), pretty(485.5271), pretty(None), pretty(12.3456, 3, beside=0.5)
    ('12,346', '485.53', '-', '12.35')
    """
    if value is None:
        return "-"
    size = abs(value if beside is None else beside)
    if size == 0:
        return f"{value:,.0f}"
    if size >= 1e12 or size < 1e-4:
        return f"{value:.{digits}g}"
    before = 1 + math.floor(math.log10(size)) if size >= 1 else 1
    return f"{value:,.{max(0, digits - before)}f}"


def plural(count: int, thing: str) -> str:
    """So many of them.

    >>> plural(1, "run"), plural(1600, "run")
    ('1 run', '1,600 runs')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
