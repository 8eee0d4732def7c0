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
estimates trust the draw), and finished trials are not kept. A trial that fails or is pruned has the worst
value there is.
"""

from __future__ import annotations

import threading
from typing import Any, Callable, Optional, Union

from ._trial import Parameter, Trial, make_parameter, read_state
from .bandit import Bandit
from .ranges import Range, Recipe

__all__ = ["Study", "Trial", "TrialPruned", "create_study"]

Errors = Union[type[BaseException], tuple[type[BaseException], ...]]
_NOT_HERE = {
    **dict.fromkeys(["storage", "study_name", "load_if_exists"], "a study lives in memory, and pickles"),
    "sampler": "the agent draws what is suggested: give agent=, a name of banker.agents()",
    "pruner": "nothing here stops a trial early; an objective that does raises TrialPruned",
    "directions": "a trial has one value: give direction=",
}


class TrialPruned(Exception):
    """Raise it in an objective to end a trial without a value: optimize() tells "pruned" and goes on."""


def create_study(
    *,
    direction: str = "minimize",
    value_range: Range = (0, 1),
    agent: str = "banker",
    seed: Optional[int] = None,
    **params: Any,
) -> Study:
    """A study of values in value_range; agent is a name of banker.agents(), params are its parameters.

    >>> create_study(direction="maximize", value_range=(0, 100))
    <Study: maximize, parameters [], open trials 0>
    """
    for name in params:
        if name in _NOT_HERE:
            raise TypeError(f"create_study() takes no {name}: {_NOT_HERE[name]}")
    if direction not in ("minimize", "maximize"):
        raise ValueError(f"direction is {direction!r}: 'minimize' or 'maximize'")
    return Study(direction, Recipe(agent, value_range, seed, params, "value_range"))


class Study:
    """ask() for trials, tell() their values in any order. create_study() makes it; it pickles."""

    def __init__(self, direction: str, recipe: Recipe) -> None:
        self.direction = direction
        self._recipe = recipe
        self._worst = recipe.ends[1 if direction == "minimize" else 0]
        self._parameters: dict[str, Parameter] = {}
        self._open: dict[int, Trial] = {}
        self._asked = 0
        self._lock = threading.Lock()

    def ask(self) -> Trial:
        """A new trial, open until it is told.

        >>> study = create_study()
        >>> study.ask().number, study.ask().number
        (0, 1)
        """
        with self._lock:
            trial = Trial(self, self._asked)
            self._open[trial.number] = trial
            self._asked += 1
        return trial

    def tell(
        self,
        trial: Union[Trial, int],
        value: Optional[float] = None,
        state: Any = None,
        skip_if_finished: bool = False,
    ) -> None:
        """The value of a trial, or of its number; or, for one without a value, how it ended.

        >>> study = create_study()
        >>> study.tell(study.ask(), 0.5)
        >>> study.tell(study.ask().number, state="fail")
        >>> study.tell(0, 0.5)
        Traceback (most recent call last):
        ValueError: trial 0 is not open: it was told before, or never asked

        "fail" and "pruned" count as the worse end of value_range (of an agent that needs no range: as the
        worst value it was told, if that is worse). "lost" is for values that were lost for reasons that have
        nothing to do with the choices: the trial is dropped, and counts as the best value there is. A choice
        that is lost more often than others is favoured.
        """
        state = read_state(value, state)
        number = self._number(trial)
        ended = self._open.pop(number, None)  # whoever gets it closes it: two threads may tell at once
        if ended is None:
            if skip_if_finished:
                return
            raise ValueError(f"trial {number} is not open: it was told before, or never asked")
        try:
            self._close(ended, value, state)
        except BaseException:
            self._open[number] = ended
            raise

    def optimize(self, objective: Callable[[Trial], float], n_trials: int, catch: Errors = ()) -> None:
        """Asks, runs the objective, tells: one trial after another.

        >>> study = create_study(direction="minimize", value_range=(0, 9), seed=7)
        >>> study.optimize(lambda trial: (trial.suggest_int("x", 0, 3) - 2) ** 2, n_trials=200)
        >>> study.best_params
        {'x': 2}

        If the objective raises, the trial has failed, or is lost if this is an interrupt (Ctrl-C). The
        exception goes on unless it is TrialPruned or in catch.
        """
        silent: tuple[type[BaseException], ...] = catch if isinstance(catch, tuple) else (catch,)
        for _ in range(n_trials):
            trial = self.ask()
            try:
                self.tell(trial, objective(trial))
            except BaseException as error:
                state = "fail" if isinstance(error, Exception) else "lost"
                self.tell(trial, state=state, skip_if_finished=True)  # the objective may have told it
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

    def __repr__(self) -> str:
        names, trials = list(self._parameters), len(self._open)
        return f"<Study: {self.direction}, parameters {names}, open trials {trials}>"

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_lock"}  # it does not pickle

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _lock=threading.Lock())

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

    def _close(self, trial: Trial, value: Optional[float], state: str) -> None:
        value = self._worst if value is None else value
        for name, round in trial._rounds.items():  # all have one range: if the first takes the value, all do
            bandit = self.bandits[name]
            if state == "lost":
                bandit.drop(round)
            elif self.direction == "minimize":
                self._recipe.tell(bandit, round, loss=value)
            else:
                self._recipe.tell(bandit, round, reward=value)
        if trial._rounds:  # otherwise no agent has checked the value
            with self._lock:
                self._worst = (max if self.direction == "minimize" else min)(self._worst, value)

    def _parameter(self, name: str, choices: list[Any]) -> Parameter:
        if name not in self._parameters:
            self._parameters.setdefault(name, make_parameter(name, choices, self._recipe))
        self._parameters[name].check(name, choices)
        return self._parameters[name]
