"""export: the numbers that go out are those of the log."""

from __future__ import annotations

import io
import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest

import banker
from banker import export


def recorded(path: Path, agent: str = "banker", rounds: int = 400, **params: object) -> banker.Log:
    """A log with delays, drops and open rounds; arm k has loss k/3 on average."""
    random = np.random.default_rng(3)
    waiting: list[banker.Decision] = []
    with banker.Recorder(banker.Bandit(agent=agent, seed=3, **params), path) as recorder:
        for _ in range(rounds):
            waiting.append(recorder.ask())
            if len(waiting) > 10:
                decision = waiting.pop(int(random.integers(10)))
                if random.random() < 0.1:
                    recorder.drop(decision)
                else:
                    recorder.tell(decision, loss=float(random.random() < decision.arm_index / 3))
    return banker.read_log(path)


@pytest.fixture
def log(tmp_path: Path) -> banker.Log:
    return recorded(tmp_path / "log", arms=["red", "green", "blue"], loss_range=[0, 5])


def test_obp_has_the_told_rounds(log: banker.Log) -> None:
    feedback = export.obp(log)
    told = log.told
    assert feedback["n_rounds"] == told.sum() < len(log) and feedback["n_actions"] == 3
    assert np.array_equal(feedback["action"], log.arm[told]) and feedback["action"].dtype.kind == "i"
    assert np.array_equal(feedback["reward"], 5 - log.loss[told])
    assert np.array_equal(feedback["pscore"], log.probability[told])
    assert feedback["position"] is None and feedback["context"].shape == (feedback["n_rounds"], 1)
    assert feedback["action_context"].shape == (3, 3)
    assert feedback["pi_b"].shape == (feedback["n_rounds"], 3, 1)
    everything = export.obp(log, told_only=False)
    assert everything["n_rounds"] == len(log)
    assert np.array_equal(np.isnan(everything["reward"]), ~told)


@pytest.mark.parametrize("agent", ["banker", "delayed-exp3", "delayed-ucb", "uniform", "bold"])
def test_the_value_of_the_played_policy_is_the_mean_reward(agent: str, tmp_path: Path) -> None:
    feedback = export.obp(recorded(tmp_path / "log", agent, arms=4))
    rows = np.arange(feedback["n_rounds"])
    weights = feedback["pi_b"][rows, feedback["action"], 0] / feedback["pscore"]
    assert np.mean(weights * feedback["reward"]) == pytest.approx(feedback["reward"].mean(), rel=1e-12)
    assert np.allclose(feedback["pi_b"].sum(axis=1), 1)


def test_inverse_propensity_finds_the_value_of_each_arm(tmp_path: Path) -> None:
    # Uniform play, 3,000 rounds: the standard error is below 0.04, and 5 of them are allowed.
    feedback = export.obp(recorded(tmp_path / "log", "uniform", rounds=3000, arms=4))
    for arm in range(4):
        estimate = np.mean((feedback["action"] == arm) * -feedback["reward"] / feedback["pscore"])
        assert estimate == pytest.approx(arm / 3, abs=0.2)


def read(log: banker.Log, **options: object) -> list[dict[str, object]]:
    out = io.StringIO()
    count = export.dsjson(log, out, **options)
    lines = out.getvalue().splitlines()
    assert len(lines) == count == log.told.sum()
    return [json.loads(line) for line in lines]


def test_dsjson_has_a_line_for_every_told_round(log: banker.Log) -> None:
    for row, line in zip(np.flatnonzero(log.told), read(log)):
        arm = int(log.arm[row])
        assert line["_label_cost"] == -log.reward[row] and line["_label_probability"] == log.probability[row]
        assert (line["_label_Action"], line["_labelIndex"]) == (arm + 1, arm)
        assert line["a"][0] == arm + 1 and sorted(line["a"]) == [1, 2, 3]
        assert line["p"] == [log.probabilities[row][action - 1] for action in line["a"]]
        assert line["EventId"] == f"3-{log.round[row]}" and line["Version"] == "1"
        assert [action["_tag"] for action in line["c"]["_multi"]] == ["red", "green", "blue"]
        assert line["pdrop"] == (log.status == "dropped").sum() / (log.status != "open").sum()


def test_dsjson_values_are_those_of_obp(log: banker.Log) -> None:
    lines, feedback = read(log), export.obp(log)
    assert np.array_equal([-line["_label_cost"] for line in lines], feedback["reward"])
    value = np.mean([-line["_label_cost"] * line["p"][0] / line["_label_probability"] for line in lines])
    assert value == pytest.approx(feedback["reward"].mean(), rel=1e-12)


def test_dsjson_begins_as_fast_readers_expect(log: banker.Log, tmp_path: Path) -> None:
    assert export.dsjson(log, tmp_path / "log.dsjson") == log.told.sum()
    for line in (tmp_path / "log.dsjson").read_text().splitlines():
        keys = [key for key, _ in json.loads(line, object_pairs_hook=list)]
        labels = ["_label_cost", "_label_probability", "_label_Action", "_labelIndex"]
        assert keys == [*labels, "Timestamp", "Version", "EventId", "a", "c", "p", "VWState", "pdrop"]
        assert line.startswith('{"_label_cost":') and " " not in line and "-0.0," not in line


def test_times(log: banker.Log) -> None:
    start = datetime(2024, 2, 29, 23, 59, 59, 500_000)
    hours = [start + timedelta(hours=t) for t in range(len(log))]
    expected = [hours[row].strftime("%Y-%m-%dT%H:%M:%S.500Z") for row in np.flatnonzero(log.told)]
    zone = timezone(timedelta(hours=5))
    seconds = [time.replace(tzinfo=timezone.utc).timestamp() for time in hours]
    for times in (
        hours,
        [time.replace(tzinfo=timezone.utc).astimezone(zone) for time in hours],
        np.array(hours, dtype="datetime64[us]"),
        seconds,
    ):
        assert [line["Timestamp"] for line in read(log, times=times)] == expected
    first = np.flatnonzero(log.told)[0]
    assert read(log)[0]["Timestamp"] == f"1970-01-01T00:00:{log.round[first]:02d}.000Z"


@pytest.mark.parametrize(
    "times, error",
    [
        (lambda n: np.zeros(n - 1), ValueError),
        (lambda n: np.zeros((n, 1)), ValueError),
        (lambda n: np.full(n, np.nan), ValueError),
        (lambda n: np.full(n, np.datetime64("NaT")), ValueError),
        (lambda n: ["now"] * n, TypeError),
        (lambda n: [None] * n, TypeError),
        (lambda n: 5, ValueError),
    ],
)
def test_bad_times(times: object, error: type, log: banker.Log) -> None:
    with pytest.raises(error, match="times"):
        export.dsjson(log, io.StringIO(), times=times(len(log)))


def test_pdrop(log: banker.Log) -> None:
    assert all(line["pdrop"] == 0.25 for line in read(log, pdrop=0.25))
    assert all("pdrop" not in line for line in read(log, pdrop=0))
    for bad in (-0.1, 1, float("nan")):
        with pytest.raises(ValueError, match="pdrop"):
            export.dsjson(log, io.StringIO(), pdrop=bad)


def test_names_are_escaped(tmp_path: Path) -> None:
    names = ['say "hi"', "ünïcode", "back\\slash", "new\nline"]
    log = recorded(tmp_path / "log", arms=names)
    assert [action["_tag"] for action in read(log)[0]["c"]["_multi"]] == names


def test_a_list_of_actions_is_exported_and_a_body_is_not(tmp_path: Path) -> None:
    listed = recorded(tmp_path / "listed", "banker-bolo", actions=[[1, 0], [0, 1], [-1, -1]])
    feedback = export.obp(listed)
    rows = np.arange(feedback["n_rounds"])
    assert np.allclose(feedback["pi_b"][rows, feedback["action"], 0], feedback["pscore"])
    assert len(read(listed)) == feedback["n_rounds"]
    lines = ['{"agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1},"seed":1}', '{"ask":{}}']
    body = banker.read_log(lines)
    assert body.arm.tolist() == [-1] and body.probabilities is None
    with pytest.raises(ValueError, match="with a list of actions"):
        export.obp(body)
    with pytest.raises(ValueError, match="with a list of actions"):
        export.dsjson(body, io.StringIO())


def test_dsjson_needs_the_distributions(tmp_path: Path) -> None:
    recorded(tmp_path / "log", arms=3)
    with pytest.raises(ValueError, match="distributions=True"):
        export.dsjson(banker.read_log(tmp_path / "log", distributions=False), io.StringIO())


def test_nothing_told_is_nothing_exported() -> None:
    log = banker.read_log(['{"agent":"banker","arms":2,"seed":1}', '{"ask":{}}'])
    assert export.obp(log)["n_rounds"] == 0 and read(log) == []
    empty = banker.read_log(['{"agent":"banker","arms":2,"seed":1}'])
    assert export.obp(empty)["n_rounds"] == 0 and len(empty) == 0 and read(empty) == []
