"""One spec, one seed, one log: the same decisions in C++, in `banker replay` and in Python, bit for bit."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import banker

PROGRAM = os.environ.get("BANKER_PROGRAM", str(Path(__file__).parents[2] / "build/release/banker"))
BODY = {"type": "ball", "dimension": 3, "radius": 2.0}
SPECS = [
    {"agent": name, **({"arms": 5} if entry["kind"] == "arms" else {"body": BODY})}
    for name, entry in banker.agents().items()
] + [
    {"agent": "banker", "arms": ["red", "green", "blue"], "loss_range": [-3, 9]},
    {"agent": "banker-omd", "arms": 4, "regularizer": "log-barrier", "spending": "newest-first", "skip_stale": True},
    {"agent": "banker-bolo", "actions": {"a": [1, 0], "b": [0, 1], "c": [-1, -1]}, "horizon": 500},
]


def play(spec, rounds=300, seed=11):
    """A random script: asks, and outcomes late and out of order; its log, and what the bandit answered."""
    rng = np.random.default_rng(seed)
    bandit = banker.Bandit.from_spec(spec)
    low, high = spec.get("loss_range", [0, 1])
    most = 1 if spec["agent"] == "omd" else 40
    log, answers, waiting = [json.dumps(spec)], [], []
    for _ in range(rounds):
        if len(waiting) < most and (not waiting or rng.random() < 0.55):
            decision = bandit.ask()
            waiting.append(decision.round)
            log.append('{"ask":{}}')
            answers.append(decision)
            continue
        round = waiting.pop(int(rng.integers(len(waiting))))
        if rng.random() < 0.1:
            log.append(json.dumps({"drop": {"round": round}}))
            answers.append(bandit.drop(round))
        else:
            loss = low + (high - low) * float(rng.random())
            log.append(json.dumps({"tell": {"round": round, "loss": loss}}))
            answers.append(bandit.tell(round, loss))
    return log, answers, bandit


def check(answers, replayed):
    assert len(answers) == len(replayed)
    for answer, line in zip(answers, replayed):
        assert answer.round == line["round"]
        if isinstance(answer, banker.Receipt):
            assert answer.status == line["status"]
            if "immediate_cost" in line:
                assert answer.immediate_cost == line["immediate_cost"]  # to the last bit
            continue
        if answer.action is not None:
            assert answer.action.tolist() == line["action"]
            assert (answer.direction, answer.sign) == (line["direction"], line["sign"])
        if answer.arm is not None:
            assert answer.arm == line.get("arm", line.get("choice"))
            assert answer.probability == line["probability"]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec["agent"])
def test_the_same_decisions_everywhere(spec, tmp_path):
    log, answers, bandit = play({**spec, "seed": 5})
    check(answers, list(banker.replay(log)))
    file = tmp_path / "log.jsonl"
    file.write_text("\n".join(log) + "\n")
    check(answers, list(banker.replay(file)))
    printed = subprocess.run([PROGRAM, "replay", file], capture_output=True, text=True, check=True).stdout
    check(answers, [json.loads(line) for line in printed.splitlines()])
    assert bandit.rounds == sum(isinstance(a, banker.Decision) for a in answers)


def test_snapshots_of_python_and_replay_are_the_same(tmp_path):
    """A snapshot line, as the engine writes it, goes on in Python where the command left off."""
    log, answers, bandit = play({"agent": "banker", "arms": 4, "seed": 9}, rounds=100)
    again = banker.Bandit.load(bandit.save())
    more = [again.ask() for _ in range(20)]
    check(answers + more, list(banker.replay(log + ['{"ask":{}}'] * 20)))


def test_a_replay_stops_at_the_line_that_is_wrong():
    lines = ['{"agent":"banker","arms":2}', "", '{"ask":{}}', '{"tell":{"round":7,"loss":0}}']
    answers = banker.replay(lines)
    assert next(answers)["round"] == 1
    with pytest.raises(banker.RoundError, match="line 4: unknown round 7"):
        next(answers)
