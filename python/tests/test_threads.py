"""Threads: a bandit may be shared, and nothing is lost, made twice, or stuck."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import banker


def test_one_bandit_from_several_threads():
    bandit = banker.Bandit(5, seed=1)

    def work(number):
        rounds = []
        for i in range(200):
            if i % 3 == 0:
                batch = bandit.ask_many(50)
                rounds += batch.round.tolist()
                bandit.tell_many(batch, np.full(50, 0.25))
            else:
                decision = bandit.ask()
                rounds.append(decision.round)
                bandit.probabilities()
                bandit.tell(decision, 0.5)
        return rounds

    with ThreadPoolExecutor(4) as pool:
        rounds = [r for some in pool.map(work, range(4)) for r in some]
    assert sorted(rounds) == list(range(1, len(rounds) + 1)) and bandit.rounds == len(rounds)
    assert bandit.outstanding == 0


def test_a_rule_in_python_and_several_threads():
    """Whoever has its turn needs the interpreter lock for the rule; whoever waits must not hold it."""
    bandit = banker.Bandit(3, "banker-omd", seed=1, scale=lambda round, outstanding: 1.0 + outstanding)

    def work(number):
        for _ in range(30):
            bandit.tell_many(bandit.ask_many(10), np.zeros(10))
            bandit.tell(bandit.ask(), 1)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert bandit.rounds == 3 * 30 * 11 and bandit.outstanding == 0


def test_long_calls_let_other_threads_run():
    """The interpreter goes on while a batch is asked: the other thread counts all the while. Had the call kept the
    lock, it would count for some switch intervals of a microsecond each, a few dozen times."""
    bandit, done, counted = banker.Bandit(1000, "banker-tinf", seed=1), threading.Event(), [0]

    def count():
        while not done.is_set():
            counted[0] += 1

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    thread = threading.Thread(target=count)
    thread.start()
    try:
        before = counted[0]
        bandit.ask_many(100_000)
        during = counted[0] - before
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(interval)
    assert during > 1000


def test_a_rule_cannot_use_its_own_bandit():
    def scale(round, outstanding):
        return float(bandit.outstanding + 1)

    bandit = banker.Bandit(3, "banker-omd", seed=1, scale=scale)
    try:
        bandit.ask()
    except RuntimeError as error:
        assert "cannot use the bandit that is asking it" in str(error)
    else:
        raise AssertionError("a rule used its own bandit")
