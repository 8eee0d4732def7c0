"""A trial of optuna_like, and the parameters its values are suggested for."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Optional, TypeVar, cast

from .bandit import Bandit
from .ranges import Recipe

if TYPE_CHECKING:
    from .optuna_like import Study

_T = TypeVar("_T")
_MOST = 1000  # values of a grid


@dataclass(frozen=True)
class Parameter:
    """What can be suggested, and the bandit that does; None where there is but one choice."""

    choices: list[Any]
    bandit: Optional[Bandit]

    def best(self) -> Any:
        """The most probable choice now."""
        return self.choices[0 if self.bandit is None else int(self.bandit.probabilities().argmax())]

    def check(self, name: str, choices: list[Any]) -> None:
        """That these are its choices, in their order; 1, 1.0 and True are three."""
        pairs = zip(choices, self.choices)
        if len(choices) != len(self.choices) or any(type(a) is not type(b) or a != b for a, b in pairs):
            raise ValueError(
                f"{name!r} has other choices than before: first {self.choices}, now {choices}; "
                "other choices are another parameter, with another name"
            )


def make_parameter(name: str, choices: list[Any], recipe: Recipe) -> Parameter:
    """A parameter with a bandit of its own."""
    if not choices:
        raise ValueError(f"{name!r} has no choices")
    if len(choices) == 1:
        return Parameter(choices, None)
    seed = None if recipe.seed is None else _seed_of(recipe.seed, name)
    return Parameter(choices, recipe.bandit(len(choices), seed))


class Trial:
    """One run with suggested values: its number, params, and the suggestions. study.ask() makes it.

    >>> from banker import optuna_like
    >>> trial = optuna_like.create_study(seed=7).ask()
    >>> trial.suggest_int("threads", 1, 4)
    4
    >>> trial.suggest_int("threads", 1, 4)  # the same within a trial
    4
    >>> trial.number, trial.params
    (0, {'threads': 4})
    """

    def __init__(self, study: Study, number: int) -> None:
        self.number = number
        self.params: dict[str, Any] = {}
        self._study = study
        self._rounds: dict[str, int] = {}

    def __repr__(self) -> str:
        return f"<Trial {self.number}: {self.params}>"

    def suggest_categorical(self, name: str, choices: Sequence[_T]) -> _T:
        """One of the choices, which are the same in every trial.

        >>> from banker import optuna_like
        >>> optuna_like.create_study(seed=7).ask().suggest_categorical("colour", ["red", "green"])
        'green'
        """
        parameter = self._study._parameter(name, list(choices))
        if name not in self.params:
            if not self._study._is_open(self):
                raise ValueError(f"trial {self.number} is over: ask() for another")
            place = 0
            if parameter.bandit is not None:
                decision = parameter.bandit.ask()
                place, self._rounds[name] = cast(int, decision.arm_index), decision.round
            self.params[name] = parameter.choices[place]
        value: _T = self.params[name]
        return value

    def suggest_int(self, name: str, low: int, high: int, *, step: int = 1, log: bool = False) -> int:
        """One of low, low + step, ..., up to high.

        >>> from banker import optuna_like
        >>> optuna_like.create_study(seed=7).ask().suggest_int("batch", 32, 128, step=32)
        128
        """
        _check_grid(name, low, high, step, log)
        return self.suggest_categorical(name, range(low, high + 1, step))

    def suggest_float(
        self, name: str, low: float, high: float, *, step: Optional[float] = None, log: bool = False
    ) -> float:
        """One of low, low + step, ..., up to high. Without a step there is nothing to choose among.

        >>> from banker import optuna_like
        >>> optuna_like.create_study(seed=7).ask().suggest_float("rate", 0, 0.3, step=0.1)
        0.2
        """
        if step is None:
            raise ValueError(
                f"{name!r}: a bandit chooses among few values: give a step, or use "
                f"suggest_categorical({name!r}, [0.1, 0.5, 0.9])"
            )
        _check_grid(name, low, high, step, log)
        # In decimals three steps of 0.1 are 0.3.
        first, last, by = (Decimal(repr(float(number))) for number in (low, high, step))
        count = int((last - first) / by) + 1
        return self.suggest_categorical(name, [float(first + i * by) for i in range(count)])


def _check_grid(name: str, low: float, high: float, step: float, log: bool) -> None:
    if log:
        raise ValueError(f"{name!r}: no logarithmic grids: suggest_categorical({name!r}, [0.001, 0.01, 0.1])")
    if not (low <= high and step > 0):
        raise ValueError(f"{name!r}: there is no grid from {low} to {high} in steps of {step}")
    if not (high - low) / step < _MOST:
        raise ValueError(
            f"{name!r} has more than {_MOST} values, and each is learned for itself: take a larger step"
        )


def read_state(value: Optional[float], state: Any) -> str:
    """How a trial ended, from a text or a member of optuna.trial.TrialState; "complete" alone has a value.

    >>> read_state(0.5, None), read_state(None, "PRUNED")
    ('complete', 'pruned')
    """
    name = "complete" if state is None else str(getattr(state, "name", state)).lower()
    if name in ("fail", "pruned", "lost"):
        if value is not None:
            raise ValueError(f"a trial of state {name} has no value: leave out one of them")
    elif name != "complete":
        raise ValueError(f"state is {state!r}: 'complete', 'fail', 'pruned' or 'lost'")
    elif value is None:
        raise ValueError("tell() needs the value of the trial, or state='fail', 'pruned' or 'lost'")
    elif not math.isfinite(value):
        raise ValueError(f"value is {value}: it must be finite; a trial without a value has state='fail'")
    return name


def _seed_of(seed: int, name: str) -> int:
    """Another seed for every parameter, whatever the order they are suggested in."""
    return int.from_bytes(hashlib.sha256(f"{seed} {name}".encode()).digest()[:8], "big") >> 11
