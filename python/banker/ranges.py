"""The range of losses: read from a spec, and given to an agent that has one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Optional, Union

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


def arms_in_range(
    arms: Union[int, Sequence[str]], agent: str, ends: Range, seed: Optional[int], params: dict[str, Any]
) -> Bandit:
    """A bandit that plays arms with outcomes in a range; an agent that knows no range takes (0, 1) for any.

    >>> arms_in_range(2, "banker", (0, 30), 1, {}).spec[-24:]
    '"loss_range":[0.0,30.0]}'
    """
    known = agents()
    if agent in known:  # otherwise Bandit says so, and what is meant
        if known[agent]["kind"] != "arms":
            raise ValueError(f"{agent} plays points of a body, not arms: use banker.Bandit")
        if any(parameter["name"] == "loss_range" for parameter in known[agent]["parameters"]):
            params = {"loss_range": list(ends), **params}
        elif tuple(ends) != (0, 1):
            raise ValueError(f"{agent} has no range to set: leave the range out, or use another agent")
    return Bandit(arms, agent, seed, **params)
