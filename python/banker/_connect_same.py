"""Whether a bandit of a server is the one that somebody wants to make."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ._spec import spec_text
from .bandit import Bandit

_TERMS = ("expire_after", "on_expiry", "late", "max_open")


def check_same(about: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raises ValueError, with the first key of `wanted` that is something else in `about`, what the server says.

    >>> check_same({"name": "ads", "spec": {"agent": "banker", "arms": 3, "seed": 7}, "late": "ignore"},
    ...            {"name": "ads", "agent": "banker", "arms": 2})
    Traceback (most recent call last):
    ValueError: there is a bandit "ads" with other arms: 3, not 2. Take another name, or what is there: server["ads"]
    """
    given = json.loads(spec_text(wanted))
    name = given.pop("name")
    terms = {key: given.pop(key) for key in _TERMS if key in given}
    full = json.loads(Bandit.from_spec(given).spec)  # as a server would write it
    there = {**about["spec"], **{key: about.get(key) for key in _TERMS}}
    for key, value in {**{key: full.get(key) for key in given}, **terms}.items():
        if there.get(key) != value:
            is_there, is_wanted = _short(there.get(key)), _short(value)
            raise ValueError(f'there is a bandit "{name}" with other {key}: {is_there}, not {is_wanted}. '
                             f'Take another name, or what is there: server["{name}"]')


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 100 else f"{text[:100]}..."
