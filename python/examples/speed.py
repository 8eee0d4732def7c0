"""How fast decisions are, in batches and one by one, beside EXP3 as a textbook writes it, in Python.

    python3 python/examples/speed.py              some ten seconds
    python3 python/examples/speed.py --quick      a hundredth of the rounds, to see that it runs

Everything is timed in one process, in turns, in processor time, and the best of the turns counts: whatever
else the machine does can only add to it. A round is one decision and its outcome, of 10 arms; losses are 0
or 1, and drawn beforehand.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from functools import partial
from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

import banker

ARMS = 10
Contender = tuple[int, Callable[[], float]]  # how many rounds, and what plays them


def exp3_lists(losses: list[list[float]], seed: int) -> float:
    """EXP3 with plain lists: p = w / Σ w, a draw, w[i] ← w[i] exp(−η loss / p[i]). The total loss."""
    choose = random.Random(seed).choices
    rate = math.sqrt(2 * math.log(ARMS) / (ARMS * len(losses)))
    arms, weights, total = range(ARMS), [1.0] * ARMS, 0.0
    for row in losses:
        whole = sum(weights)
        probabilities = [weight / whole for weight in weights]
        arm = choose(arms, probabilities)[0]
        weights[arm] *= math.exp(-rate * row[arm] / probabilities[arm])
        total += row[arm]
    return total


def exp3_numpy(losses: NDArray[Any], seed: int) -> float:
    """The same with numpy arrays, round by round."""
    draw = np.random.default_rng(seed).random
    rate = math.sqrt(2 * math.log(ARMS) / (ARMS * len(losses)))
    weights, total = np.ones(ARMS), 0.0
    for row in losses:
        probabilities = weights / weights.sum()
        arm = min(int(probabilities.cumsum().searchsorted(draw(), side="right")), ARMS - 1)
        weights[arm] *= math.exp(-rate * row[arm] / probabilities[arm])
        total += row[arm]
    return total


def exp3_choice(losses: np.ndarray, seed: int) -> float:
    """The same as tutorials write it: numpy draws with choice(p=...), and every weight is worked out anew."""
    choose = np.random.default_rng(seed).choice
    rate = math.sqrt(2 * math.log(ARMS) / (ARMS * len(losses)))
    estimates, total = np.zeros(ARMS), 0.0
    for row in losses:
        weights = np.exp(-rate * (estimates - estimates.min()))
        probabilities = weights / weights.sum()
        arm = choose(ARMS, p=probabilities)
        estimates[arm] += row[arm] / probabilities[arm]
        total += row[arm]
    return total


def one_by_one(agent: str, losses: NDArray[Any], seed: int) -> float:
    """bandit.ask and bandit.tell, every outcome before the next decision."""
    bandit = banker.Bandit(ARMS, agent, seed=seed)
    table, total = losses.tolist(), 0.0
    for row in table:
        decision = bandit.ask()
        loss = row[decision.arm]
        bandit.tell(decision.round, loss)
        total += loss
    return total


def in_batches(agent: str, losses: NDArray[Any], seed: int, size: int) -> float:
    """bandit.ask_many and bandit.tell_many, `size` decisions at a time."""
    bandit = banker.Bandit(ARMS, agent, seed=seed)
    total = 0.0
    for start in range(0, len(losses), size):
        rows = losses[start : start + size]
        decisions = bandit.ask_many(len(rows))
        told = rows[np.arange(len(rows)), decisions.arm]
        bandit.tell_many(decisions, told)
        total += told.sum()
    return total


def make_losses(rounds: int) -> NDArray[Any]:
    """Losses 0 or 1 with mean 0.4 for the first arm and 0.5 for the others."""
    means = np.full(ARMS, 0.5)
    means[0] = 0.4
    return (np.random.default_rng(1).random((rounds, ARMS)) < means).astype(float)


def contenders(rounds: int, short: int) -> dict[str, Contender]:
    """All that is timed, by name."""
    many = make_losses(rounds)
    few, few_lists = many[:short], many[:short].tolist()
    table: dict[str, Contender] = {
        "EXP3 in Python, lists": (short, partial(exp3_lists, few_lists, 1)),
        "EXP3 in Python, numpy": (short, partial(exp3_numpy, few, 1)),
        "EXP3 in Python, choice(p=)": (short, partial(exp3_choice, few, 1)),
    }
    for agent in ("banker", "exp3"):
        table[f"{agent}, one batch"] = (rounds, partial(in_batches, agent, many, 1, rounds))
        table[f"{agent}, batches of 1,000"] = (rounds, partial(in_batches, agent, many, 1, 1000))
        table[f"{agent}, ask and tell"] = (short, partial(one_by_one, agent, few, 1))
    return table


def measure(table: dict[str, Contender], turns: int) -> dict[str, tuple[float, float]]:
    """Name → (best nanoseconds per round, mean loss per round), all of them played in every turn."""
    found = {name: (math.inf, 0.0) for name in table}
    for _ in range(turns):
        for name, (rounds, play) in table.items():
            start = time.process_time()
            total = play()
            found[name] = (min(found[name][0], (time.process_time() - start) * 1e9 / rounds), total / rounds)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="ns per round, and how many times faster than EXP3 in Python")
    parser.add_argument("--quick", action="store_true", help="a hundredth of the rounds")
    quick = parser.parse_args().quick
    rounds, short, turns = (10_000, 1_000, 2) if quick else (1_000_000, 100_000, 5)
    found = measure(contenders(rounds, short), turns)
    yardstick = min(time for name, (time, _) in found.items() if name.startswith("EXP3"))
    print(f"{ARMS} arms; best of {turns} turns; one by one {short:,} rounds, in batches {rounds:,}\n")
    print(f"{'':30}{'ns/round':>10}{'faster':>9}{'mean loss':>12}")
    for name, (nanoseconds, loss) in found.items():
        print(f"{name:30}{nanoseconds:10.0f}{yardstick / nanoseconds:8.1f}x{loss:12.3f}")
    print("\nfaster: than the fastest loop in Python")


if __name__ == "__main__":
    main()
