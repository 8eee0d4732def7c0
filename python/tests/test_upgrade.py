"""Rules have numbers: a bandit goes on by a newer one, and logs are played by the rules that they were recorded with.

The module of these tests has an agent that has two rules, "two-rules" (tests/support/server/two_rules.hpp).
"""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import banker

OLD = {"agent": "two-rules", "rule": 1, "arms": 3, "seed": 5}
UNNUMBERED = '{"agent":"two-rules","arms":3,"seed":5}'


def play(bandit: banker.Bandit | banker.Recorder, rounds: int = 10) -> None:
    """Decisions of which every other one stays open."""
    for decision in [bandit.ask() for _ in range(rounds)][::2]:
        bandit.tell(decision, loss=0.25)


def upgraded_log(path: Path) -> banker.Bandit:
    with banker.Recorder(banker.Bandit.from_spec(OLD), path) as recorder:
        play(recorder)
        recorder.upgrade(2)
        play(recorder)
        recorder.tell(2, reward=1)  # asked by the old rule
        return recorder.bandit


def test_a_bandit_goes_on_by_a_newer_rule() -> None:
    ads = banker.Bandit.from_spec(OLD)
    play(ads)
    before, open_rounds = ads.probabilities(), ads.outstanding
    ads.upgrade(2)
    assert ads.rule == 2 and json.loads(ads.spec)["rule"] == 2 and ads.agent == "two-rules"
    assert np.abs(ads.probabilities() - before).max() < 1e-9
    assert ads.outstanding == open_rounds == 5
    assert ads.tell(2, reward=1).status == "settled"
    assert pickle.loads(pickle.dumps(ads)).rule == 2 and banker.Bandit.load(ads.save()).ask() == ads.ask()


@pytest.mark.parametrize(
    "rule, error, message",
    [
        (1, ValueError, "plays by rule 1 already"),
        (0, ValueError, "rules count from 1"),
        (-(10**30), ValueError, "rules count from 1"),
        (3, ValueError, "its newest is 2"),
        (10**30, ValueError, "its newest is 2"),
        ("2", TypeError, "the number of a rule"),
        (2.5, TypeError, "the number of a rule"),
        (True, TypeError, "the number of a rule"),
    ],
)
def test_a_wrong_rule_changes_nothing(rule: object, error: type, message: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    with banker.Recorder(banker.Bandit.from_spec(OLD), path) as recorder:
        play(recorder)
        before = recorder.bandit.save(), path.read_bytes()
        with pytest.raises(error, match=message):
            recorder.upgrade(rule)
        assert (recorder.bandit.save(), path.read_bytes()) == before


def test_a_log_with_an_upgrade_is_read(tmp_path: Path) -> None:
    bandit = upgraded_log(tmp_path / "log")
    lines = (tmp_path / "log").read_text().splitlines()
    assert json.loads(lines[0]) == OLD and '{"upgrade":{"rule":2}}' in lines
    log = banker.read_log(tmp_path / "log")
    assert len(log) == 20 and log.told.sum() == 11 and log.reward[1] == 1 and log.spec == bandit.spec
    assert {"rule": 2, "status": "upgraded"} in banker.replay(tmp_path / "log")
    assert banker.export.obp(log)["n_rounds"] == 11


def test_a_recorder_goes_on_behind_an_upgrade(tmp_path: Path) -> None:
    state = upgraded_log(tmp_path / "log").save()
    with banker.Recorder.resume(tmp_path / "log") as again:
        assert again.bandit.save() == state and again.bandit.rule == 2


@pytest.mark.parametrize("rule", [1, 2])
def test_a_recorder_goes_on_by_the_rule_of_its_log(rule: int, tmp_path: Path) -> None:
    path = tmp_path / "log"
    with banker.Recorder(banker.Bandit.from_spec({**OLD, "rule": rule}), path) as recorder:
        play(recorder)
        state = recorder.bandit.save()
    for made in (banker.Bandit.from_spec(UNNUMBERED), banker.Bandit.from_spec(OLD)):
        with banker.Recorder(made, path, resume=True) as again:
            assert again.bandit is made and made.save() == state and made.rule == rule


def test_an_upgrade_beside_the_recorder_is_noticed(tmp_path: Path) -> None:
    with banker.Recorder(banker.Bandit.from_spec(OLD), tmp_path / "log") as recorder:
        recorder.bandit.upgrade(2)
        with pytest.raises(ValueError, match="beside its recorder"):
            recorder.ask()


def test_a_recorded_log_without_a_number_is_of_rule_1(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with banker.Recorder(banker.Bandit.from_spec(OLD), path) as recorder:
        play(recorder)
        state = recorder.bandit.save()
    lines = [UNNUMBERED, *path.read_text().splitlines()[1:]]  # as 0.1.0 wrote it
    path.write_text("\n".join(lines) + "\n")
    assert json.loads(banker.read_log(path).spec)["rule"] == 1
    with banker.Recorder.resume(path) as again:
        assert again.bandit.save() == state
        again.upgrade(2)
        again.ask()
    with banker.Recorder.resume(path) as again:
        assert again.bandit.rule == 2


def test_a_log_by_hand_without_a_number_is_of_the_newest_rule(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(f'{UNNUMBERED}\n{{"ask":{{}}}}\n')
    assert json.loads(banker.read_log(tmp_path / "log").spec)["rule"] == 2
    with banker.Recorder.resume(tmp_path / "log") as recorder:
        assert recorder.bandit.rule == 2


def test_a_spec_without_a_number_gets_one_before_anything_is_recorded(tmp_path: Path) -> None:
    (tmp_path / "log").write_text(UNNUMBERED)
    with banker.Recorder.resume(tmp_path / "log") as recorder:
        play(recorder)
        state = recorder.bandit.save()
    with banker.Recorder.resume(tmp_path / "log") as again:
        assert again.bandit.save() == state and again.bandit.rule == 2
