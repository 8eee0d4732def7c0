"""What will delay cost? Agents on the same losses with the same delays, simulated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Optional

import numpy as np

from . import _banker
from ._arguments import count, counts, in_our_words, listed, sources
from ._names import name_of, new_name
from ._progress import Progress, watched
from ._spec import spec_text
from ._tables import check_losses
from .parts import Delays, Losses, as_part, take_parts
from .results import Results


def simulate(
    agent: Any = "banker",
    losses: Any = "bernoulli",
    delays: Any = "none",
    *,
    arms: Any = None,
    rounds: Any = None,
    runs: int = 16,
    seed: int = 1,
    drop_after: Optional[int] = None,
    points: int = 60,
    threads: Optional[int] = None,
    progress: Progress = None,
) -> Results:
    """One agent, simulated: compare() with a single one.

    >>> results = banker.simulate("banker", "bernoulli:gap=0.2", "fixed:50", arms=5, rounds=2000, runs=4)
    >>> results["regret"].round(1)
    array([180.9, 169.6, 103.6, 137.1])
    """
    if isinstance(agent, (list, tuple)):
        raise TypeError("simulate() plays one agent: compare() takes a list of them")
    return compare(
        agent, losses, delays, arms=arms, rounds=rounds, runs=runs, seed=seed, drop_after=drop_after,
        points=points, threads=threads, progress=progress,
    )  # fmt: skip


def compare(
    agents: Any,
    losses: Any = "bernoulli",
    delays: Any = "none",
    *,
    arms: Any = None,
    rounds: Any = None,
    runs: int = 16,
    seed: int = 1,
    drop_after: Optional[int] = None,
    points: int = 60,
    share_of: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Progress = None,
) -> Results:
    """Every agent on every combination of losses, delays, arms and rounds.

    >>> results = banker.compare(["banker", "uniform"], delays=["none", "fixed:100"], rounds=2000, runs=4)
    >>> for row in results.summary():
    ...     print(row["delays"], row["agent"], round(row["mean"]))
    none banker 80
    none uniform 180
    fixed:100 banker 160
    fixed:100 uniform 180

    agents: a name of banker.agents(), a dict with parameters, the same as JSON text; or a list of these.
    losses: text as `banker compare --help` lists it, an array (rounds, arms), a function of the round, or an
        object of a class derived from Losses; or a list of these, which is several, and not a table.
    delays: text, an array, a function (round, arm, loss), or an object of Delays; or a list of these.
    arms, rounds: a number, or several: a list, a range, an array. None: as many as the losses have, or 10
        arms and 10,000 rounds.
    runs, seed: so many runs of each, with the seeds seed, seed + 1, ...
    drop_after: outcomes that are later are dropped at that age.
    points: of the curve of a run.
    share_of: an agent; the summary has regrets as shares of its regret.
    threads: 1 or more; None: one per core, or a single one if a part is called in Python, one at a time.
        Results are the same on any number.
    progress: None: a bar if standard error is a terminal; True, False, or a function (rounds played, of).
    """
    parts = _Parts()
    request: dict[str, Any] = {
        "agents": [parts.agent(agent) for agent in listed(agents)],
        "losses": [parts.losses(one, arms) for one in sources("losses", losses)],
        "delays": [parts.delays(one) for one in sources("delays", delays)],
        "runs": count("runs", runs),
        "seed": count("seed", seed),
        "points": count("points", points),
    }
    if arms is not None:
        request["arms"] = counts("arms", arms)
    if rounds is not None:
        request["rounds"] = counts("rounds", rounds)
    if drop_after is not None:
        request["drop_after"] = count("drop_after", drop_after)
    if share_of is not None:
        request["share_of"] = share_of
    # To the engine 0 is one per core.
    workers = int(parts.called) if threads is None else count("threads", threads, least=1)
    with in_our_words(), watched(progress) as tick:
        run = _banker.StudyRun(json.dumps(request), *parts.own, workers, tick)
    return Results.of(run)


class _Parts:
    """The parts of a study that are written in Python, by the names that stand for them in the request."""

    def __init__(self) -> None:
        self.own_losses: dict[str, Losses] = {}
        self.own_delays: dict[str, Delays] = {}
        self.own_scales: dict[str, Any] = {}

    @property
    def own(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        return self.own_losses, self.own_delays, self.own_scales

    @property
    def called(self) -> bool:
        """Whether rounds call Python: threads would then wait for each other. Arrays do not."""
        return any(not hasattr(part, "_table") for parts in self.own for part in parts.values())

    def agent(self, agent: Any) -> str:
        if isinstance(agent, str):
            return agent
        if not isinstance(agent, Mapping):
            raise TypeError(f"an agent is a name, or a dict with its parameters, not {agent!r}")
        spec, rules = take_parts(dict(agent), list(self.own_scales))
        self.own_scales.update(rules)
        return spec_text(spec)

    def losses(self, source: Any, arms: Any) -> str:
        if isinstance(source, str):
            return source
        part = as_part(Losses, source)
        if arms is None and part is not source and callable(source):
            part.arms = np.size(source(1))  # a function does not say how many arms it has
        name = _add(self.own_losses, part)
        check_losses(name, part)
        return name

    def delays(self, source: Any) -> str:
        return source if isinstance(source, str) else _add(self.own_delays, as_part(Delays, source))


def _add(parts: dict[str, Any], part: Any) -> str:
    name = name_of(part)
    name = new_name(f"my {name}" if name.split(":")[0] in _banker.GENERATORS else name, list(parts))
    parts[name] = part
    return name
