"""Arrays of numbers, as the report's lists become."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def array(values: Any) -> Array:
    """Of floating point; None is nan."""
    return np.asarray(values, dtype=float)
