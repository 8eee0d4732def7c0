"""Two Python threads: how much they gain on two bandits, and that they are safe on one.

    python3 python/examples/threads.py            some ten seconds
    python3 python/examples/threads.py --quick    a short one, to see that it runs

Bandits release the interpreter lock while they work on a batch, so two of them keep two cores busy. Work of
Python itself does not. It is timed too, in two threads and in two processes. The latter is what the machine
has to give: on a busy one, no second core.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import threading
import time
from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

import banker

Job = Callable[[], object]


PROCESS = multiprocessing.get_context("fork").Process


def together(jobs: list[Job], kind: Any = threading.Thread) -> float:
    """Seconds until all jobs are done, each in a thread of its own, or in a process."""
    workers = [kind(target=job) for job in jobs]
    start = time.perf_counter()
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return time.perf_counter() - start


def scaling(name: str, make: Callable[[int], Job], turns: int, kind: Any = threading.Thread) -> None:
    """Prints the time of two threads with a job each, beside one with one job and one with both."""
    one = two = both = math.inf
    for _ in range(turns):  # in turns, and the best of each: a busy machine can only add time
        one = min(one, together([make(0)], kind))
        two = min(two, together([make(1), make(2)], kind))
        first, second = make(3), make(4)
        both = min(both, together([lambda: (first(), second())], kind))
    print(f"{name:28}{1e3 * one:10.1f}{1e3 * two:10.1f}{two / one:12.2f}{both / two:12.2f}")


def asking(rounds: int) -> Callable[[int], Job]:
    def make(seed: int) -> Job:
        bandit = banker.Bandit(10, seed=seed)
        return lambda: bandit.ask_many(rounds)

    return make


def telling(rounds: int) -> Callable[[int], Job]:
    def make(seed: int) -> Job:
        bandit = banker.Bandit(10, seed=seed)
        decisions = bandit.ask_many(rounds)
        losses = np.random.default_rng(seed).random(rounds)
        return lambda: bandit.tell_many(decisions, losses)

    return make


def simulating(rounds: int) -> Callable[[int], Job]:
    return lambda seed: lambda: banker.simulate(rounds=rounds, runs=4, seed=seed, threads=1, progress=False)


def counting(steps: int) -> Callable[[int], Job]:
    return lambda seed: lambda: sum(i * i for i in range(steps))


def share_one_bandit(batches: int, size: int) -> None:
    """Two threads ask and tell the same bandit: no round is given out twice, and none is lost."""
    bandit = banker.Bandit(10, seed=1)
    rounds: list[list[NDArray[Any]]] = [[], []]

    def work(mine: list[NDArray[Any]], loss: float) -> None:
        for _ in range(batches):
            decisions = bandit.ask_many(size)
            mine.append(decisions.round)
            bandit.tell_many(decisions, np.full(size, loss))

    seconds = together([lambda: work(rounds[0], 0.25), lambda: work(rounds[1], 0.75)])
    given = np.concatenate(rounds[0] + rounds[1])
    count = 2 * batches * size
    distinct = len(np.unique(given))
    print(f"\none bandit, two threads: {len(given):,} asked and told in {seconds:.2f} s,")
    print(f"{distinct:,} distinct rounds, {bandit.rounds:,} counted, {bandit.outstanding} still open")
    if not (distinct == bandit.rounds == count and bandit.outstanding == 0):
        raise SystemExit("rounds were lost or given out twice")


def main() -> None:
    parser = argparse.ArgumentParser(description="how two threads share the work")
    parser.add_argument("--quick", action="store_true", help="short jobs")
    quick = parser.parse_args().quick
    rounds, turns = (5_000, 2) if quick else (500_000, 7)
    print("two threads, a job each; 1.00 is ideal for two/one, 2.00 for both/two\n")
    print(f"{'':28}{'one, ms':>10}{'two, ms':>10}{'two/one':>12}{'both/two':>12}")
    scaling(f"ask_many({rounds:,})", asking(rounds), turns)
    scaling(f"tell_many({rounds:,})", telling(rounds), turns)
    scaling(f"simulate, 4 x {rounds // 5:,} rounds", simulating(rounds // 5), turns)
    scaling("Python itself", counting(4 * rounds), turns)
    scaling("Python itself, processes", counting(4 * rounds), turns, PROCESS)
    share_one_bandit(batches=20 if quick else 200, size=1000)


if __name__ == "__main__":
    main()
