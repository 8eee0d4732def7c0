"""A bandit with the interface of river's policies, for outcomes that come late.

>>> from banker import river_like
>>> policy = river_like.Policy(seed=7)
>>> first = policy.pull(["red", "green", "blue"])
>>> second = policy.pull(["red", "green", "blue"])   # before anything is known of the first
>>> first, second
('blue', 'red')
>>> receipt = policy.update(second, 1)               # in any order
>>> receipt = policy.update(first, 0)

What pull() returns can be used as the arm it is, and knows which pull it is from. update() needs that: an
outcome is weighed with the probability its arm was drawn with, so a plain arm is refused.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, Optional, Union, cast

from ._banker import Receipt
from ._pulled import ArmID, Pulled, PulledInt, PulledStr
from .bandit import Bandit
from .ranges import Range, Recipe

__all__ = ["ArmID", "Policy", "PulledArm", "PulledInt", "PulledStr"]

PulledArm = Union[PulledInt, PulledStr]


class Policy:
    """pull() an arm now, update() it with its reward later, in any order.

    >>> policy = Policy(range(3), reward_range=(0, 10), seed=7)
    >>> arms = [policy.pull() for _ in range(100)]
    >>> for arm in reversed(arms):
    ...     receipt = policy.update(arm, 10 if arm == 2 else 0)
    >>> policy.ranking[0]
    2

    Arms are ints or strs, the same ones in every pull. agent is a name of banker.agents(), and params are its
    parameters; one that needs no range takes any reward. Pulled arms pickle, and keep their round. From JSON
    or a database they come back plain: keep arm.round there, and policy.bandit.tell(round, reward=...).
    drop() a pull whose reward will never come; it counts as the best reward there is.
    """

    def __init__(
        self,
        arm_ids: Optional[Iterable[ArmID]] = None,
        agent: str = "banker",
        *,
        reward_range: Range = (0, 1),
        seed: Optional[int] = None,
        **params: Any,
    ) -> None:
        self._recipe = Recipe(agent, reward_range, seed, params, "reward_range")
        self._arms: list[ArmID] = []
        self._bandit: Optional[Bandit] = None
        if arm_ids is not None:
            self._make([_plain(arm) for arm in arm_ids])

    def pull(self, arm_ids: Optional[Iterable[ArmID]] = None) -> PulledArm:
        """The arm to play now; the arms can be left out once they are known.

        >>> Policy(agent="uniform", seed=7).pull([10, 20]).probability
        0.5
        """
        if arm_ids is not None:
            self._check([_plain(arm) for arm in arm_ids])
        decision = self.bandit.ask()
        arm = self._arms[cast(int, decision.arm_index)]
        if isinstance(arm, str):
            return PulledStr(arm, decision.round, decision.probability)
        return PulledInt(arm, decision.round, decision.probability)

    def update(self, arm: ArmID, reward: float) -> Receipt:
        """The reward of a pulled arm, however late.

        >>> policy = Policy(["a", "b"], seed=7)
        >>> arm = policy.pull()
        >>> policy.update("a", 1)
        Traceback (most recent call last):
        TypeError: 'a' may be of many pulls: pass what pull() returned, or tell policy.bandit the round
        >>> policy.update(arm, 1).status
        'settled'
        """
        return self._recipe.tell(self.bandit, self._round(arm), reward=reward)

    def drop(self, arm: ArmID) -> Receipt:
        """The reward of this pull will never come.

        >>> policy = Policy(["a", "b"], seed=7)
        >>> policy.drop(policy.pull()).status
        'dropped'
        """
        return self.bandit.drop(self._round(arm))

    @property
    def bandit(self) -> Bandit:
        """The bandit behind the policy, to look inside."""
        if self._bandit is None:
            raise ValueError("this policy knows no arms yet: pull(arm_ids)")
        return self._bandit

    @property
    def arm_ids(self) -> list[ArmID]:
        """The arms, in the order they were first given."""
        return list(self._arms)

    @property
    def ranking(self) -> list[ArmID]:
        """The arms, from the most probable to the least; none before the first pull."""
        if self._bandit is None:
            return []
        order = (-self._bandit.probabilities()).argsort(kind="stable")
        return [self._arms[arm] for arm in order]

    def clone(self) -> Policy:
        """A policy made in the same way, that has learned nothing.

        >>> Policy(["a", "b"], seed=7).clone().pull().round
        1
        """
        made = self._recipe
        arms = self._arms or None
        return Policy(arms, made.agent, reward_range=made.ends, seed=made.seed, **made.params)

    def __repr__(self) -> str:
        made = self._recipe
        rest = "".join(f", {key}={value!r}" for key, value in made.params.items())
        arms = self._arms or None
        return f"Policy({arms}, {made.agent!r}, reward_range={made.ends}, seed={made.seed}{rest})"

    def _make(self, arms: list[ArmID]) -> None:
        if len(set(arms)) < len(arms):
            raise ValueError(f"an arm is there twice: {arms}")
        # Names where all arms are texts; 1 and "1" would be one name.
        names = [arm for arm in arms if isinstance(arm, str)]
        self._bandit = self._recipe.bandit(names if len(names) == len(arms) else len(arms))
        self._arms = arms

    def _check(self, arms: list[ArmID]) -> None:
        if self._bandit is None:
            self._make(arms)
        elif arms != self._arms and (len(arms) != len(self._arms) or set(arms) != set(self._arms)):
            raise ValueError(
                f"a policy plays the same arms in every pull: this one has {self._arms}, not {arms}; "
                "make one policy for each set of arms"
            )

    def _round(self, arm: ArmID) -> int:
        if not isinstance(arm, Pulled):
            raise TypeError(
                f"{arm!r} may be of many pulls: pass what pull() returned, or tell policy.bandit the round"
            )
        if arm.arm not in self._arms:
            raise ValueError(f"{arm!r} is an arm of another policy: this one has {self._arms}")
        return arm.round


def _plain(arm: Any) -> ArmID:
    """The arm without a round; numpy's integers are ints."""
    if isinstance(arm, Pulled):
        return arm.arm
    if isinstance(arm, str):
        return str(arm)
    try:
        if isinstance(arm, bool):
            raise TypeError
        return operator.index(arm)
    except TypeError:
        raise TypeError(f"arms are ints or strs, not {arm!r}: number what they stand for") from None
