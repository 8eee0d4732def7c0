"""A bandit with the interface of optuna's studies, for choices among few values and outcomes that come late.

>>> from banker import optuna_like
>>> study = optuna_like.create_study(direction="maximize", seed=7)
>>> trials = [study.ask() for _ in range(50)]             # any number open at once
>>> for trial in trials:
...     cache = trial.suggest_categorical("cache", ["lru", "fifo", "none"])
>>> for trial in reversed(trials):                        # told in any order, after any delay
...     study.tell(trial, 1 if trial.params["cache"] == "fifo" else 0)
>>> study.best_params
{'cache': 'fifo'}

Every parameter has a bandit of its own, made when it is first suggested. This is for choices that are made
over and over while a system runs, with values that come back late. It is no search for the one best point:
there are no samplers of continuous spaces, no model of how parameters act together (suggest combinations as
one parameter), no pruners, no storage, no queue of trials to try first (they would not be drawn, and the
estimates trust the draw), and finished trials are not kept.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from typing import Any, Callable, Optional, Union

from ._trial import Parameter, Trial
from .bandit import Bandit
from .ranges import Range, arms_in_range

__all__ = ["Study", "Trial", "TrialPruned", "create_study"]

Errors = Union[type[BaseException], tuple[type[BaseException], ...]]


class TrialPruned(Exception):
    """Raise it in an objective to end a trial without a value: optimize() drops the trial and goes on."""


def create_study(
    *,
    direction: str = "minimize",
    value_range: Range = (0, 1),
    agent: str = "banker",
    seed: Optional[int] = None,
    **params: Any,
) -> Study:
    """A study of values in value_range; agent is a name of banker.agents(), params are its parameters.

    >>> create_study(direction="maximize", value_range=(0, 100)).direction
    'maximize'
    """
    if direction not in ("minimize", "maximize"):
        raise ValueError(f"direction is {direction!r}: 'minimize' or 'maximize'")
    return Study(direction, value_range, agent, seed, params)


class Study:
    """ask() for trials, tell() their values in any order. create_study() makes it; it pickles."""

    def __init__(
        self, direction: str, value_range: Range, agent: str, seed: Optional[int], params: dict[str, Any]
    ) -> None:
        self.direction = direction
        self._making = (value_range, agent, seed, params)
        self._parameters: dict[str, Parameter] = {}
        self._open: dict[int, Trial] = {}
        self._numbers = itertools.count()

    def ask(self) -> Trial:
        """A new trial, open until it is told.

        >>> study = create_study()
        >>> study.ask().number, study.ask().number
        (0, 1)
        """
        trial = Trial(self, next(self._numbers))
        self._open[trial.number] = trial
        return trial

    def tell(
        self,
        trial: Union[Trial, int],
        value: Optional[float] = None,
        state: Any = None,
        skip_if_finished: bool = False,
    ) -> None:
        """The value of a trial, or of its number. With state="fail" or "pruned" it has none, and is dropped.

        >>> study = create_study()
        >>> study.tell(study.ask(), 0.5)
        >>> study.tell(study.ask().number, state="fail")
        >>> study.tell(0, 0.5)
        Traceback (most recent call last):
        ValueError: trial 0 is not open: it was told before, or never asked

        A dropped trial counts as the best value there is: choices that fail often are favoured. Where failing
        or being pruned says something about the choices, tell the worse end of value_range instead.
        """
        told = _has_value(value, state)
        number = self._number(trial)
        ended = self._open.pop(number, None)  # whoever gets it closes it: two threads may tell at once
        if ended is None:
            if skip_if_finished:
                return
            raise ValueError(f"trial {number} is not open: it was told before, or never asked")
        try:
            self._close(ended, value, told)
        except BaseException:
            self._open[number] = ended
            raise

    def optimize(self, objective: Callable[[Trial], float], n_trials: int, catch: Errors = ()) -> None:
        """Asks, runs the objective, tells: one trial after another.

        >>> study = create_study(direction="minimize", value_range=(0, 9), seed=7)
        >>> study.optimize(lambda trial: (trial.suggest_int("x", 0, 3) - 2) ** 2, n_trials=200)
        >>> study.best_params
        {'x': 2}

        If the objective raises, the trial is dropped, and the exception goes on unless it is TrialPruned or
        in catch.
        """
        silent: tuple[type[BaseException], ...] = catch if isinstance(catch, tuple) else (catch,)
        for _ in range(n_trials):
            trial = self.ask()
            try:
                self.tell(trial, objective(trial))
            except BaseException as error:
                self.tell(trial, state="fail", skip_if_finished=True)  # the objective may have told it
                if not isinstance(error, (TrialPruned, *silent)):
                    raise

    @property
    def best_params(self) -> dict[str, Any]:
        """The most probable choice of every parameter now."""
        return {name: parameter.best() for name, parameter in self._parameters.items()}

    @property
    def bandits(self) -> dict[str, Bandit]:
        """The bandit of every parameter with more than one choice, to look inside."""
        return {name: p.bandit for name, p in self._parameters.items() if p.bandit is not None}

    def _is_open(self, trial: Trial) -> bool:
        return self._open.get(trial.number) is trial

    def _number(self, trial: Any) -> int:
        if isinstance(trial, Trial):
            if trial._study is not self:
                raise ValueError(f"trial {trial.number} is of another study")
            return trial.number
        if isinstance(trial, bool) or not hasattr(trial, "__index__"):
            raise TypeError(f"tell() takes a trial or its number, not {trial!r}")
        return int(trial)

    def _close(self, trial: Trial, value: Optional[float], told: bool) -> None:
        for name, round in trial._rounds.items():  # all have one range: if the first takes the value, all do
            bandit = self.bandits[name]
            if not told:
                bandit.drop(round)
            elif self.direction == "minimize":
                bandit.tell(round, loss=value)
            else:
                bandit.tell(round, reward=value)

    def _parameter(self, name: str, choices: list[Any]) -> Parameter:
        if name not in self._parameters:
            if not choices:
                raise ValueError(f"{name!r} has no choices")
            value_range, agent, seed, params = self._making
            bandit = None
            if len(choices) > 1:
                own = None if seed is None else _seed_of(seed, name)
                bandit = arms_in_range(len(choices), agent, value_range, own, params)
            self._parameters.setdefault(name, Parameter(choices, bandit))
        known = self._parameters[name]
        if not known.has(choices):
            raise ValueError(
                f"{name!r} has other choices than before: first {known.choices}, now {choices}; "
                "other choices are another parameter, with another name"
            )
        return known


def _has_value(value: Optional[float], state: Any) -> bool:
    """Whether the trial is told; its state as a text, or as a member of optuna.trial.TrialState."""
    name = "complete" if state is None else str(getattr(state, "name", state)).lower()
    if name in ("fail", "pruned"):
        if value is not None:
            raise ValueError(f"a trial of state {name} has no value: leave out one of them")
        return False
    if name != "complete":
        raise ValueError(f"state is {state!r}: 'complete', 'fail' or 'pruned'")
    if value is None:
        raise ValueError("tell() needs the value of the trial, or state='fail' or 'pruned'")
    if not math.isfinite(value):
        raise ValueError(f"value is {value}: it must be finite; a trial without a value has state='fail'")
    return True


def _seed_of(seed: int, name: str) -> int:
    """Another seed for every parameter, whatever the order they are suggested in."""
    return int.from_bytes(hashlib.sha256(f"{seed} {name}".encode()).digest()[:8], "big") >> 11
