"""The range of losses: read from a spec, and given to the bandits that adapters make."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional, Union

from ._banker import Decision, Receipt
from .bandit import Bandit
from .catalog import agents

Range = tuple[float, float]


def range_of(spec: str) -> Optional[Range]:
    """The range of losses of a spec; None where the agent knows none.

    >>> import banker
    >>> range_of(banker.Bandit(3, loss_range=(0, 30)).spec)
    (0.0, 30.0)
    >>> range_of(banker.Bandit(3, "banker-scale-free").spec)
    """
    fields = json.loads(spec)
    ends = fields.get("base", fields).get("loss_range")  # the agent that bold copies has it
    return None if ends is None else (float(ends[0]), float(ends[1]))


def reward_of(loss: Any, ends: Optional[Range]) -> Any:
    """The reward of a loss, and the loss of a reward: low + high - loss, or -loss where there is no range.

    >>> reward_of(4, (0, 30)), reward_of(4, None)
    (26, -4)
    """
    return -loss if ends is None else ends[0] + ends[1] - loss


@dataclass(frozen=True)
class Recipe:
    """How an adapter makes its bandits; what is wrong with it is said at once, before there are arms.

    >>> Recipe("banker", (0, 30), 1, {}, "value_range").bandit(2).spec[-24:]
    '"loss_range":[0.0,30.0]}'
    >>> Recipe("banker", (30, 0), 1, {}, "value_range")
    Traceback (most recent call last):
    ValueError: value_range is (30, 0): it takes finite numbers, the smaller one first
    """

    agent: str
    ends: Range
    seed: Optional[int]
    params: dict[str, Any]
    word: str  #: what the adapter calls the range

    def __post_init__(self) -> None:
        if "loss_range" in self.params:
            raise TypeError(f"loss_range is called {self.word} here: give {self.word}=(low, high)")
        try:
            low, high = map(float, self.ends)
        except (TypeError, ValueError):
            raise TypeError(f"{self.word} is {self.ends!r}: it takes two numbers, (low, high)") from None
        if not -math.inf < low < high < math.inf:
            raise ValueError(f"{self.word} is {self.ends}: it takes finite numbers, the smaller one first")
        self.bandit(2)

    def bandit(self, arms: Union[int, Sequence[str]], seed: Optional[int] = None) -> Bandit:
        """A bandit that plays arms, with the seed of the recipe if there is no other.

        Agents that need no range take any outcomes, in this one or not.
        """
        params = self.params
        if entry := agents().get(self.agent):  # otherwise Bandit says so, and what is meant
            if entry["kind"] != "arms":
                raise ValueError(f"{self.agent} plays points of a body, not arms: use banker.Bandit")
            if any(parameter["name"] == "loss_range" for parameter in entry["parameters"]):
                params = {"loss_range": list(self.ends), **params}
        bandit = Bandit(arms, self.agent, self.seed if seed is None else seed, **params)
        known = range_of(bandit.spec)
        if known not in (None, tuple(map(float, self.ends))):  # bold has the range of its base
            raise ValueError(f"{self.agent} was made with the range {known}, and {self.word} is {self.ends}")
        return bandit

    def tell(self, bandit: Bandit, round: Union[int, Decision], **outcome: float) -> Receipt:
        """As Bandit.tell(), with the adapter's own word for the range in what is said of mistakes."""
        try:
            return bandit.tell(round, **outcome)
        except ValueError as error:
            raise ValueError(str(error).replace("loss_range", self.word)) from None
