"""What a part written in Python costs, in nanoseconds per round, beside the same part of the engine.

python cost_of_parts.py [rounds] [threads]
"""

from __future__ import annotations

import math
import sys
import time
from typing import Any

import numpy as np

import banker

ARMS, RUNS = 5, 4
MEANS = [0.5, 0.5, 0.4, 0.5, 0.5]
TEXT = "bernoulli:means=" + ":".join(map(str, MEANS))


class DelayAdaptive(banker.ScaleRule):
    """The rule of banker-omd, in Python."""

    total = 0

    def propose(self, round: int, outstanding: int) -> float:
        total = self.total + outstanding
        late = outstanding * math.sqrt(math.log(total + 1) / total) if outstanding else 0.0
        return 1 / (1 / math.sqrt(round) + late)

    def accept(self, round: int, outstanding: int, scale: float) -> None:
        self.total += outstanding


class Coins(banker.Losses):
    """0 or 1 with these means: two calls a round."""

    arms = ARMS

    def start(self, arms: int, rounds: int, seed: int) -> None:
        self.draws = np.random.default_rng(seed).random((rounds, arms))
        self.means = np.array(MEANS)

    def mean(self, t: int) -> Any:
        return self.means

    def outcome(self, t: int, arm: int) -> float:
        return float(self.draws[t - 1, arm] < MEANS[arm])


def cost(rounds: int, threads: int, **parts: Any) -> float:
    """Nanoseconds per round, the least of five."""
    study: dict[str, Any] = {"agent": "banker-omd", "losses": TEXT, "delays": "fixed:7", **parts}
    times = []
    for _ in range(5):
        start = time.perf_counter()
        banker.simulate(**study, arms=ARMS, rounds=rounds, runs=RUNS, threads=threads, progress=False)
        times.append(time.perf_counter() - start)
    return 1e9 * min(times) / (rounds * RUNS)


def main(rounds: int = 5_000, threads: int = 1) -> None:
    means, table = np.array(MEANS), np.random.default_rng(1).random((rounds, ARMS))

    def with_rule(rule: Any) -> Any:
        return {"agent": "banker-omd", "scale": rule}

    cases: list[tuple[str, dict[str, Any]]] = [
        ("all of it in the engine", {}),
        ("losses: an array", {"losses": table}),
        ("losses: a function that returns an array", {"losses": lambda t: means}),
        ("losses: a function that returns a list", {"losses": lambda t: MEANS}),
        ("losses: a class with mean and outcome", {"losses": Coins()}),
        ("delays: an array", {"delays": np.full(rounds, 7)}),
        ("delays: a function", {"delays": lambda t, arm, loss: 7}),
        ("scale: a function", {"agent": with_rule(lambda round, outstanding: 2.0)}),
        ("scale: a class with propose and accept", {"agent": with_rule(DelayAdaptive())}),
    ]
    print(f"ns per round of banker-omd: {ARMS} arms, {RUNS} runs of {rounds:,} rounds, threads: {threads}")
    for name, case in cases:
        print(f"{cost(rounds, threads, **case):8.0f}   {name}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
