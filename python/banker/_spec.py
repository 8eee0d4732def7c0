"""A spec as JSON text, from what users write in Python."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import numpy as np


def spec_text(spec: Mapping[str, Any]) -> str:
    """The spec as JSON; numpy's numbers and arrays, tuples and ranges are what they look like.

    >>> spec_text({"agent": "banker", "arms": np.int64(3), "loss_range": (0, 10)})
    '{"agent": "banker", "arms": 3, "loss_range": [0, 10]}'
    """
    try:
        return json.dumps(spec, default=_plain, allow_nan=False)
    except ValueError as error:
        raise ValueError(f"the spec has a number that is not finite, or what JSON cannot write: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, np.floating):
        return float(value)  # also those that Python has no number for
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, (range, set, frozenset)) or hasattr(value, "__array__"):
        return np.asarray(sorted(value) if isinstance(value, (set, frozenset)) else value).tolist()
    raise TypeError(f"a spec takes numbers, texts, lists and dicts, not {type(value).__name__}: {value!r}")
