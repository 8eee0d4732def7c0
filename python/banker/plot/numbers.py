"""Numbers as the command line and the report write them."""

from __future__ import annotations

import math


def whole(value: float) -> str:
    """A whole number, thousands apart: 20000 as "20,000"."""
    return f"{round(value):,}"


def pretty(value: float | None, digits: int = 5, beside: float | None = None) -> str:
    """12345.678 as "12,346", 485.5271 as "485.53"; with as many decimals as `beside` would have."""
    if value is None:
        return "–"
    size = abs(value if beside is None else beside)
    if size == 0:
        return f"{value:,.0f}"
    if size >= 1e12 or size < 1e-4:
        return f"{value:.{digits}g}"
    before = 1 + math.floor(math.log10(size)) if size >= 1 else 1
    return f"{value:,.{max(0, digits - before)}f}"


def share(value: float | None) -> str:
    """A share of the regret of the reference."""
    return "–" if value is None else f"{value:.3f}"


def tick(value: float, _position: int | None = None) -> str:
    """For axes: 5000 as "5,000", 2500000 as "2.5M"."""
    for unit, letter in ((1e9, "G"), (1e6, "M")):
        if abs(value) >= unit:
            return f"{value / unit:.4g}{letter}"
    exact = float(f"{value:.12g}")
    return f"{exact:,.0f}" if exact == round(exact) else f"{exact:,.12g}"


def plural(count: int, thing: str) -> str:
    """ "1 run", "4 runs"."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
