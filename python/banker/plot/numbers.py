"""Numbers: as arrays, and as the report writes them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def array(values: Any) -> Array:
    """Of floating point; None is nan."""
    return np.asarray(values, dtype=float)


def whole(value: float) -> str:
    """A whole number, thousands apart: 20000 as "20,000"."""
    return f"{round(value):,}"


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
