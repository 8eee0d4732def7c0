"""Threads: a bandit may be shared, and nothing is lost, made twice, or stuck."""

import subprocess
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


def test_a_call_that_waits_lets_other_threads_run():
    """One thread is within a batch, in a rule that waits for an event; another waits for its turn on the same bandit; a
    third sets the event. If any of the first two kept the interpreter lock, nobody would get further."""
    within, go_on = threading.Event(), threading.Event()

    def scale(round, outstanding):
        within.set()
        go_on.wait()
        return 1.0

    bandit = banker.Bandit(3, "banker-omd", seed=1, scale=scale)
    threads = [threading.Thread(target=call) for call in (lambda: bandit.ask_many(2), lambda: bandit.ask())]
    threads[0].start()
    within.wait()
    threads[1].start()
    go_on.set()
    for thread in threads:
        thread.join()
    assert bandit.rounds == 3


def test_a_fork_in_the_middle_of_a_call_is_noticed():
    """The child of a fork has the lock of a thread that it does not have: it is told so, and does not wait for ever."""
    script = """
import os, threading, banker
within, go_on = threading.Event(), threading.Event()
def scale(round, outstanding):
    within.set()
    go_on.wait()
    return 1.0
bandit = banker.Bandit(3, "banker-omd", seed=1, scale=scale)
thread = threading.Thread(target=bandit.ask)
thread.start()
within.wait()
child = os.fork()
if child == 0:
    try:
        bandit.rounds
    except RuntimeError as error:
        os._exit(7 if "forked" in str(error) else 1)
    os._exit(2)
go_on.set()
thread.join()
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
child = os.fork()
if child == 0:
    os._exit(0 if bandit.rounds == 1 else 3)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""
    subprocess.run([sys.executable, "-c", script], check=True)


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
