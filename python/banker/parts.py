"""Parts of one's own: losses, delays and scale rules, written in Python."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._names import function_name, name_of, new_name
from ._tables import delay_table, loss_table

MeanFunction = Callable[[int], Any]  # K numbers
DelayFunction = Callable[[int, int, float], Optional[int]]
ScaleFunction = Callable[[int, int], float]


class Losses:
    """Losses of one's own: an array, a function, or an object of a class derived from this one.

    An array has a row for every round and a column for every arm; nothing of Python is called while it is
    played. A function takes the round, 1, 2, ..., and returns the mean loss of every arm. Where losses are
    random, derive a class:

    >>> class Coins(banker.Losses):
    ...     arms = 3
    ...     def start(self, arms, rounds, seed):
    ...         self.draw = np.random.default_rng(seed).random((rounds, arms))
    ...     def mean(self, t):
    ...         return [0.5, 0.5, 0.4]
    ...     def outcome(self, t, arm):
    ...         return float(self.draw[t - 1, arm] < self.mean(t)[arm])
    >>> banker.simulate("banker", Coins(), rounds=1000, runs=4, seed=1)["regret"].round(1)
    array([21. , 22.6, 22. , 35.1])

    Every run plays with a copy of the object (copy.copy), so what start() makes belongs to one run. All
    agents meet the same losses: let them be a function of the seed, the round and the arm alone. A class may
    also set what is listed below.
    """

    name: Optional[str] = None  #: how results call it; otherwise the name of the class or the function
    low: float = 0.0  #: no loss is outside of low and high
    high: float = 1.0
    arms: Optional[int] = None  #: how many there are, if that is fixed; linear: the dimension
    rounds: Optional[int] = None  #: the most there are, if they end
    linear: bool = False  #: mean() is the vector l_t, and the loss of an action x is the product <l_t, x>

    _table: NDArray[np.float64]  # there for arrays only

    def __init__(
        self,
        source: Union[ArrayLike, MeanFunction, None] = None,
        *,
        low: Optional[float] = None,
        high: Optional[float] = None,
        arms: Optional[int] = None,
        name: Optional[str] = None,
    ) -> None:
        if callable(source):
            vars(self)["mean"] = source  # in place of the method
        elif source is not None:
            self._table = loss_table(source)
            self.rounds, self.arms = self._table.shape
            self.low, self.high = min(0.0, self._table.min()), max(1.0, self._table.max())
            if self.low < 0 or self.high > 1:
                self.low, self.high = self._table.min(), self._table.max()
        self.low = self.low if low is None else low
        self.high = self.high if high is None else high
        self.arms = self.arms if arms is None else arms
        self.name = name or function_name(source) or self.name

    def start(self, arms: int, rounds: int, seed: int) -> None:
        """A run begins. Set up here what mean() and outcome() need."""

    def mean(self, t: int) -> ArrayLike:
        """The mean loss of every arm in round t. Called once a round, from 1 on."""
        raise NotImplementedError(f"{type(self).__name__} has no method mean(self, t)")

    def outcome(self, t: int, arm: int) -> float:
        """The loss of the arm that was played in round t; the mean unless a class says otherwise."""
        return float(np.asarray(self.mean(t))[arm])


class Delays:
    """Delays of one's own: an array, a function, or a class derived from this one.

    An array has the delay of every round; a negative number or nan means that the outcome never comes. A
    function takes the round, the arm and its loss, and returns how many rounds the outcome is late; None or a
    negative number is never:

    >>> def bad_news_first(t, arm, loss):
    ...     return 0 if loss == 1 else 20
    >>> results = banker.simulate("banker", delays=bad_news_first, rounds=1000, runs=2)
    >>> results["regret"].round(1)
    array([94.7, 81.1])

    A class has of() in place of the function, and start() as Losses has it.
    """

    name: Optional[str] = None  #: how results call it

    _table: NDArray[np.int64]  # there for arrays only

    def __init__(
        self, source: Union[ArrayLike, DelayFunction, None] = None, *, name: Optional[str] = None
    ) -> None:
        if callable(source):
            vars(self)["of"] = source  # in place of the method
        elif source is not None:
            self._table = delay_table(source)
        self.name = name or function_name(source) or self.name

    def start(self, arms: int, rounds: int, seed: int) -> None:
        """A run begins."""

    def of(self, t: int, arm: int, loss: float) -> Optional[int]:
        """How many rounds the outcome of round t is late; None or negative: it never comes."""
        raise NotImplementedError(f"{type(self).__name__} has no method of(self, t, arm, loss)")


class ScaleRule:
    """A scale rule of one's own for banker-omd: how much capital a decision gets.

    >>> def root(round, outstanding):
    ...     return round**0.5 / (1 + outstanding**0.5)
    >>> mine = {"agent": "banker-omd", "scale": root}
    >>> banker.simulate(mine, delays="fixed:20", rounds=1000, runs=2)["agent"][0]
    'banker-omd scale=root'

    A rule that depends on what happened derives a class, and changes its state in accept(), tell() and drop()
    only. Every agent has a copy of the object (copy.copy): keep numbers in it, or replace what you keep.

    >>> class Careful(banker.ScaleRule):
    ...     losses = 1.0
    ...     def propose(self, round, outstanding):
    ...         return self.losses**0.5
    ...     def tell(self, round, scale, loss):
    ...         self.losses += loss
    ...         return loss
    >>> bandit = banker.Bandit(3, "banker-omd", seed=7, scale=Careful())
    >>> bandit.statement(bandit.ask()).scale
    1.0
    """

    name: Optional[str] = None  #: how results and specs call it

    def __init__(self, source: Optional[ScaleFunction] = None, *, name: Optional[str] = None) -> None:
        if source is not None:
            vars(self)["propose"] = source  # in place of the method
        self.name = name or function_name(source) or self.name

    def propose(self, round: int, outstanding: int) -> float:
        """The scale of a round, with so many rounds open before it. Changes nothing."""
        raise NotImplementedError(f"{type(self).__name__} has no method propose(self, round, outstanding)")

    def accept(self, round: int, outstanding: int, scale: float) -> None:
        """The round was played with this scale."""

    def tell(self, round: int, scale: float, loss: float) -> Optional[float]:
        """The loss of a round, in [0, 1]; returns the one to learn from, or None, which skips the round."""
        return loss

    def drop(self, round: int) -> None:
        """The outcome of a round never comes."""

    def save(self) -> bytes:
        """The state of the rule for a snapshot of the bandit: all attributes, as pickle writes them."""
        return pickle.dumps(vars(self))

    def load(self, state: bytes) -> None:
        """Takes what save() wrote. Load snapshots of such rules only from where you trust."""
        vars(self).clear()
        vars(self).update(pickle.loads(state))


def take_parts(
    spec: dict[str, Any], taken: Sequence[str] = ()
) -> tuple[dict[str, Any], dict[str, ScaleRule]]:
    """The spec with names in place of scale rules that are written in Python, and these rules by name.

    >>> plain, rules = take_parts({"agent": "banker-omd", "scale": lambda round, outstanding: 2.0})
    >>> plain
    {'agent': 'banker-omd', 'scale': {'rule': 'own', 'name': 'function'}}
    """
    rule = spec.get("scale")
    if callable(rule) or isinstance(rule, ScaleRule):
        rule = as_part(ScaleRule, rule)
        name = new_name(name_of(rule), taken)
        return {**spec, "scale": {"rule": "own", "name": name}}, {name: rule}
    return spec, {}


def as_part(kind: Any, source: Any) -> Any:
    """An object of the class Losses, Delays or ScaleRule, of what users may give in its place."""
    if isinstance(source, type) and issubclass(source, kind):
        raise TypeError(f"{source.__name__} is a class: give an object of it, {source.__name__}(...)")
    return source if isinstance(source, kind) else kind(source)
