"""The bandit: ask for decisions, tell their outcomes in any order, after any delay."""

from __future__ import annotations

import json
import secrets
import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from os import PathLike
from typing import Any, Optional, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _banker
from ._arrays import as_count, as_rounds, as_values
from ._files import write_whole
from ._spec import spec_text
from .batches import Decisions, Receipts
from .errors import StaleWarning
from .parts import take_parts
_TOO_LATE = (
    "came too late: their rounds were given up before, and nothing is learned from them. "
    "With skip_stale=False a bandit waits for all that is neither told nor dropped"
)


class Bandit(_banker.Agent):
    """Decides now, learns later.

    >>> ads = banker.Bandit(["red", "green", "blue"], seed=7)
    >>> first = ads.ask()                  # show ad first.arm now ...
    >>> second = ads.ask()                 # ... and another before the first click is known
    >>> late = ads.tell(second, reward=0)  # outcomes come in any order: no click
    >>> never = ads.drop(first)            # this one will never come
    >>> ads.outstanding
    0

    arms is their number or a list of their names, agent a name of banker.agents(), and the rest are the
    parameters of that agent. Without a seed one is drawn from the system; it is in the spec.
    Linear agents play points of a body, or listed actions, in place of arms:

    >>> mix = banker.Bandit(agent="banker-bolo", body={"type": "ball", "dimension": 3, "radius": 1}, seed=7)
    >>> mix.ask().action.shape
    (3,)

    A bandit may be used from several threads: calls take turns. Mistakes raise ValueError, TypeError, or
    RoundError for a wrong round, and leave the bandit as it was.
    """

    def __init__(
        self,
        arms: Union[int, Sequence[str], None] = None,
        agent: str = "banker",
        seed: Optional[int] = None,
        **params: Any,
    ) -> None:
        spec: dict[str, Any] = {"agent": agent}
        if arms is not None:
            spec["arms"] = arms
        spec["seed"] = _new_seed() if seed is None else seed
        self._begin(*_read({**spec, **params}))

    def _begin(self, source: Union[str, bytes], rules: dict[str, Any]) -> None:
        """From a spec or a snapshot, with the scale rules written in Python that it names."""
        if "_rules" in vars(self):
            raise TypeError("this bandit is made already: make another one")
        super().__init__(source, rules)
        self._rules = rules

    @classmethod
    def _make(cls, source: Union[str, bytes], rules: dict[str, Any]) -> Bandit:
        bandit = cls.__new__(cls)
        Bandit._begin(bandit, source, rules)
        return bandit

    @classmethod
    def from_spec(cls, spec: Union[str, Mapping[str, Any]]) -> Bandit:
        """The bandit of a spec, as a dict or as JSON text. Where it has no seed, one is drawn from the system.

        >>> banker.Bandit.from_spec({"agent": "banker-tinf", "arms": 5, "seed": 7}).agent
        'banker-tinf'
        """
        if isinstance(spec, str):
            try:
                spec = json.loads(spec)
            except ValueError:
                return cls._make(str(spec), {})  # which says what is wrong with it
        if not isinstance(spec, Mapping):
            raise TypeError(f"a spec is a dict or its JSON text, not {spec!r}")
        return cls._make(*_read({"seed": _new_seed(), **spec}))

    def ask_many(self, n: int) -> Decisions:
        """n decisions at once, as arrays: the same as n calls of ask(), all of them or none.

        >>> batch = banker.Bandit(10, seed=7).ask_many(5)
        >>> batch.round
        array([1, 2, 3, 4, 5])
        >>> batch.arm
        array([7, 0, 2, 9, 3])
        """
        return Decisions(*self._ask_many(as_count(n)), self._name_array)

    def tell_many(
        self,
        rounds: Union[ArrayLike, Decisions],
        losses: Optional[ArrayLike] = None,
        *,
        rewards: Optional[ArrayLike] = None,
    ) -> Receipts:
        """Many outcomes, as calls of tell() in this order: all of them or none.

        >>> bandit = banker.Bandit(3, seed=7)
        >>> batch = bandit.ask_many(4)
        >>> bandit.tell_many(batch, losses=[0, 1, 0.5, 0]).status
        array(['settled', 'settled', 'settled', 'settled'], dtype='<U7')
        """
        if (losses is None) == (rewards is None):
            raise TypeError("tell_many() takes exactly one of losses and rewards")
        numbers = as_rounds(rounds)
        values = as_values(rewards, "rewards") if losses is None else as_values(losses, "losses")
        if len(numbers) != len(values):
            raise ValueError(f"{len(numbers)} rounds and {len(values)} outcomes: one outcome for each round")
        receipts = Receipts(numbers, *self._tell_many(numbers, values, losses is None))
        stale = receipts.stale
        if 2 * stale > len(receipts):
            warnings.warn(f"{stale} of {len(receipts)} outcomes {_TOO_LATE}", StaleWarning, stacklevel=2)
        return receipts

    def drop_many(self, rounds: Union[ArrayLike, Decisions]) -> Receipts:
        """Outcomes that will never come, as calls of drop(): all of them or none.

        >>> bandit = banker.Bandit(3, seed=7)
        >>> bandit.drop_many(bandit.ask_many(2))
        <2 receipts: 2 dropped>
        """
        numbers = as_rounds(rounds)
        return Receipts(numbers, *self._drop_many(numbers))

    def save(self, path: Union[str, PathLike[str], None] = None) -> bytes:
        """A snapshot, from which load() goes on bit by bit; written to a file too if there is a path.

        >>> bandit = banker.Bandit(3, seed=7)
        >>> open_round = bandit.ask()
        >>> again = banker.Bandit.load(bandit.save())
        >>> again.ask() == bandit.ask()
        True
        """
        snapshot = self._save()
        if path is not None:
            write_whole(path, snapshot)
        return snapshot

    @classmethod
    def load(cls, source: Union[bytes, str, PathLike[str]], *, scale: Any = None) -> Bandit:
        """The bandit of a snapshot: the bytes of save(), or the path of a file with them.

        >>> banker.Bandit.load(banker.Bandit(3, seed=7).save()).seed
        7

        scale is the scale rule written in Python, if the bandit has one: a snapshot knows but its name and state.
        """
        rules = {} if scale is None else take_parts({"scale": scale})[1]
        if isinstance(source, (bytes, bytearray, memoryview)):
            return cls._make(bytes(source), rules)
        with open(source, "rb") as file:
            return cls._make(file.read(), rules)

    def __reduce__(self) -> tuple[Any, ...]:
        own = {key: value for key, value in vars(self).items() if key not in ("_rules", "_name_array")}
        return type(self)._make, (self._save(), self._rules), own or None

    @cached_property
    def _name_array(self) -> Optional[NDArray[np.str_]]:
        return np.array(self.arm_names) if self._named else None

    def __repr__(self) -> str:
        return self.spec if "_rules" in vars(self) else object.__repr__(self)


def _new_seed() -> int:
    return secrets.randbelow(2**53)


def _read(spec: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The spec as JSON, and the rules written in Python that were in it, by the names that stand for them."""
    plain, rules = take_parts(dict(spec))
    return spec_text(plain), rules
