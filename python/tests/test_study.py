"""simulate(), compare() and their results."""

from __future__ import annotations

import copy
import doctest
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import banker
from banker import _arguments, _progress, _result_text, results, study

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(banker.__file__).resolve().parents[1]
COMMAND = Path(os.environ.get("BANKER_PROGRAM", ROOT / "build/release/banker"))

AGENTS = ["banker", {"agent": "banker-tinf", "spending": "proportional"}, "uniform"]
LINE = {"agent": "banker-bolo", "body": {"type": "ball", "dimension": 2, "radius": 1}}
SIZE: dict[str, Any] = dict(arms=4, rounds=700, runs=3, seed=5)
SMALL: dict[str, Any] = dict(losses="bernoulli:gap=0.2", delays="fixed:30", **SIZE)
FLAGS = "--losses bernoulli:gap=0.2 --delays fixed:30 --arms 4 --rounds 700 --runs 3 --seed 5".split()


def command(*arguments: object) -> Any:
    if not COMMAND.exists():
        pytest.skip(f"{COMMAND} is not built")
    done = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, encoding="utf-8", check=True)
    return done.stdout


@pytest.mark.parametrize("module", [study, results, _arguments, _progress, _result_text])
def test_examples_in_the_documentation(module: Any) -> None:
    failed, tried = doctest.testmod(module, extraglobs={"banker": banker, "np": np})
    assert tried > 0 and failed == 0


def same_but_times(a: banker.Results, b: banker.Results) -> None:
    assert list(a) == list(b)
    for key in a:
        if key != "ns_per_round":
            np.testing.assert_array_equal(a[key], b[key])


def test_every_digit_is_that_of_the_command() -> None:
    ours = banker.compare(AGENTS, **SMALL, drop_after=20)
    agents = ["--agents", "banker", "--agent", json.dumps(AGENTS[1]), "--agent", '{"agent":"uniform"}']
    theirs = json.loads(command("compare", *agents, *FLAGS, "--drop-after", 20, "--format", "json"))["agents"]
    assert [row["agent"] for row in ours.summary()] == [agent["name"] for agent in theirs]
    for row, agent in zip(ours.summary(), theirs):
        assert {key: row[key] for key in ("mean", "stderr", "worst")} == agent["regret"]
        assert row["certificate"] == agent["certificate"]
    regret = ours["regret"].reshape(3, 3)
    np.testing.assert_allclose(regret.mean(axis=1), [row["mean"] for row in ours.summary()], rtol=1e-14)


def test_the_table_is_that_of_the_command() -> None:
    ours = repr(banker.compare(AGENTS[0], **SMALL)).splitlines()
    theirs = command("compare", "--agents", "banker", *FLAGS).splitlines()
    assert ours[0] == theirs[0]
    assert ours[2].split() == theirs[2].split()
    assert ours[3].split()[:-2] == theirs[3].split()[1:-2]  # they have a letter; times differ


def test_any_number_of_threads_gives_the_same() -> None:
    same_but_times(banker.compare(AGENTS, **SMALL, threads=1), banker.compare(AGENTS, **SMALL, threads=2))


def test_studies_on_several_threads_at_once() -> None:
    def play(seed: int) -> banker.Results:
        settings: dict[str, Any] = {**SMALL, "seed": seed}
        return banker.simulate("banker", **settings)

    alone = [play(seed) for seed in range(4)]
    together: dict[int, banker.Results] = {}

    def work(seed: int) -> None:
        together[seed] = play(seed)

    threads = [threading.Thread(target=work, args=[seed]) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in range(4):
        same_but_times(alone[seed], together[seed])


def test_rows_go_by_problem_agent_and_run() -> None:
    problems: dict[str, Any] = dict(delays=["none", "fixed:3"], arms=[2, 3], rounds=[20, 100])
    found = banker.compare(["banker", "uniform"], **problems, runs=2)
    assert len(found["regret"]) == 2 * 2 * 2 * 2 * 2
    assert found["agent"][:4].tolist() == ["banker", "banker", "uniform", "uniform"]
    assert found["run"][:4].tolist() == [0, 1, 0, 1] and found["seed"][:4].tolist() == [1, 2, 1, 2]
    assert found["delays"].tolist() == ["none"] * 16 + ["fixed:3"] * 16
    assert found["arms"][:16].tolist() == [2] * 8 + [3] * 8
    assert found["curve"].shape == (32, 60)
    short = found["rounds"] == 20  # a curve has a point per round at most
    assert np.isnan(found["curve"][short, 20:]).all() and not np.isnan(found["curve"][~short]).any()
    np.testing.assert_array_equal(found["curve"][short, 19], found["regret"][short])
    np.testing.assert_array_equal(found["at"][short], [[*range(1, 21), *[0] * 40]] * 16)
    np.testing.assert_array_equal(found["at"][~short], [[i * 100 // 60 for i in range(1, 61)]] * 16)
    uniform = found["agent"] == "uniform"
    np.testing.assert_array_equal(np.isnan(found["certificate"]), uniform)


def test_at_has_the_rounds_of_the_report() -> None:
    found = banker.simulate("banker", **SMALL, points=9)
    curve = found.data["cells"][0]["agents"][0]["curve"]
    assert found["at"].tolist() == [curve["round"]] * 3 and found["at"].dtype == np.int64


def test_cells_are_those_that_plot_counts() -> None:
    found = banker.compare("uniform", delays=["none", "fixed:3"], arms=[2, 3], rounds=20, runs=1)
    places = [(cell["delays"], cell["arms"]) for cell in found.cells]
    assert places == [("none", 2), ("none", 3), ("fixed:3", 2), ("fixed:3", 3)]
    again: banker.Results = pickle.loads(pickle.dumps(found))
    assert again.cells == found.cells
    assert [cell["delays"] for cell in found.data["cells"]] == [cell["delays"] for cell in found.cells]


@pytest.mark.parametrize("several", [[2, 3], (2, 3), range(2, 4), np.array([2, 3]), np.array([2, 3], "u1")])
def test_several_arms_and_rounds(several: Any) -> None:
    found = banker.compare("uniform", arms=several, rounds=several, runs=1)
    assert found["arms"].tolist() == [2, 2, 3, 3] and found["rounds"].tolist() == [2, 3, 2, 3]


def test_shares_and_ranks() -> None:
    found = banker.compare(["banker", "uniform"], **SMALL, share_of="uniform")
    better, worse = found.summary()
    assert worse["share"] == 1 and better["share"] == pytest.approx(better["mean"] / worse["mean"])
    assert (better["rank"], worse["rank"]) == (1, 2)
    assert better["behind"] is None and worse["behind"] == pytest.approx(worse["mean"] - better["mean"])
    assert "share" in repr(found)


def test_linear_agents() -> None:
    found = banker.simulate("banker-bolo", "linear-fixed", rounds=200, runs=2)
    assert "3 dimensions, 200 rounds" in repr(found) and found["arms"].tolist() == [3, 3]


@pytest.mark.parametrize(
    "arguments, error, words",
    [
        (dict(agents="bankr"), ValueError, 'unknown agent "bankr"'),
        (dict(agents=[]), ValueError, "no agents"),
        (dict(agents=3), TypeError, "an agent is a name"),
        (dict(agents='{"agent":'), ValueError, "the spec .* is wrong"),
        (dict(agents="banker", losses="no such"), ValueError, "no such"),
        (dict(agents="banker", losses=[]), ValueError, "losses"),
        (dict(agents="banker", delays="trace:nowhere.csv"), ValueError, "nowhere.csv"),
        (dict(agents="banker", runs=0), ValueError, "0 runs"),
        (dict(agents="banker", runs=2.5), TypeError, "runs must be an integer"),
        (dict(agents="banker", arms=-1), ValueError, "arms must be 0 or more"),
        (dict(agents="banker", threads=0), ValueError, "threads must be 1 or more"),
        (dict(agents="banker", arms=np.array([2.0, 3.0])), TypeError, "arms must be an integer"),
        (dict(agents="banker", delays=5), TypeError, '5 is a number: .* or "fixed:5" for that number'),
        (dict(agents="banker", delays=[1, 2] * 9), TypeError, r"a list is several .*: pass np.array\(...\)"),
        (dict(agents="banker", losses=[[0, 1], [1, 0]]), TypeError, "a list is several kinds of losses"),
        # In the words of Python, not of the command line.
        (dict(agents="banker", share_of="uniform"), ValueError, '^share_of: no agent .* called "uniform"'),
        (dict(agents=[]), ValueError, r'as in agents=\["banker", "uniform"\]$'),
        (dict(agents="omd", delays="fixed:3"), ValueError, 'or delays="none"$'),
        (dict(agents="banker", losses=np.eye(2) * 9), ValueError, r'range: \{"agent":"banker",.*\}$'),
        (dict(agents=[LINE], losses="linear-fixed", arms=5), ValueError, "and arms is 5"),
        (dict(agents="banker", progress=3), TypeError, "progress"),
        (dict(agents={"agent": "banker", "arms": object()}), TypeError, "numbers"),
    ],
)
def test_what_is_wrong_is_said(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        banker.compare(**arguments)


def test_simulate_takes_one_agent() -> None:
    with pytest.raises(TypeError, match="compare"):
        banker.simulate(["banker", "uniform"])


def test_progress_reaches_its_end() -> None:
    seen: list[tuple[int, int]] = []
    banker.simulate("banker", **SMALL, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (2100, 2100) and seen == sorted(seen)


def test_an_exception_in_progress_stops_the_study() -> None:
    class Enough(Exception):
        pass

    def progress(done: int, total: int) -> None:
        raise Enough(total)

    with pytest.raises(Enough, match="8000000000"):
        banker.simulate("banker", rounds=10**9, runs=8, progress=progress)


def test_progress_as_text(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    banker.simulate("banker", **SMALL)
    assert capsys.readouterr().err == ""  # no terminal
    modules: dict[str, Any] = sys.modules
    monkeypatch.setitem(modules, "tqdm.auto", None)
    banker.simulate("banker", **SMALL, progress=True)
    assert "100 % of 2,100 rounds" in capsys.readouterr().err


def test_the_bar_of_tqdm(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    for wait, shown in ((0.0, True), (3600.0, False)):  # a short study shows no bar
        with _progress.watched(True, wait) as tick:
            assert tick is not None
            tick(10, 100)
            tick(60, 100)
        assert ("60%" in capsys.readouterr().err) == shown


def test_results_are_a_dict_that_can_be_copied() -> None:
    found = banker.compare(AGENTS, **SMALL)
    assert len(found) == 14 and set(found) == set(dict(found)) and "regret" in found
    for other in (copy.copy(found), copy.deepcopy(found), found.copy(), pickle.loads(pickle.dumps(found))):
        assert isinstance(other, banker.Results)
        same_but_times(found, other)
        assert repr(other) == repr(found) and other.data == found.data


def test_pickled_results_make_the_same_page(tmp_path: Path) -> None:
    found = banker.simulate("banker", **SMALL)
    again: banker.Results = pickle.loads(pickle.dumps(found))
    assert Path(found.report(tmp_path / "a")).read_bytes() == Path(again.report(tmp_path / "b")).read_bytes()


def test_a_report_is_a_folder_of_the_command(tmp_path: Path) -> None:
    found = banker.simulate("banker", **SMALL)
    page = Path(found.report(tmp_path / "mine"))
    inside = found._study.json().replace("<", "\\u003c")
    before = page.read_text("utf-8")
    assert before[:200].lower().startswith("<!doctype html>") and inside in before
    found.report(tmp_path / "mine")  # once more: the same
    assert page.read_text("utf-8") == before
    assert len((tmp_path / "mine/runs.jsonl").read_text().splitlines()) == 3
    command("report", tmp_path / "mine")
    assert (tmp_path / "mine/curves.csv").exists() and inside in page.read_text("utf-8")


def test_data_is_that_of_the_page() -> None:
    data = banker.compare(["banker", "uniform"], **SMALL).data
    assert [agent["name"] for agent in data["agents"]] == ["banker", "uniform"]
    assert data["cells"][0]["agents"][0]["trace"]["round"][-1] == 700
    assert data["command"].startswith("banker compare --agents banker,uniform --losses bernoulli:gap=0.2")


def test_a_frame_has_the_columns() -> None:
    pytest.importorskip("pandas")
    found = banker.simulate("banker", **SMALL)
    frame = found.frame()
    assert list(frame.columns) == [key for key in found if key not in ("curve", "at")] and len(frame) == 3
    np.testing.assert_array_equal(frame["regret"], found["regret"])


def test_without_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    modules: dict[str, Any] = sys.modules
    monkeypatch.setitem(modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        banker.simulate("banker", **SMALL).frame()


def test_many_problems_are_printed_in_part() -> None:
    delays = [f"fixed:{d}" for d in range(20)]
    text = repr(banker.simulate("uniform", delays=delays, arms=2, rounds=10, runs=1))
    assert text.count("seed 1\n") == 12
    assert text.endswith("... and 8 more problems: summary() has all of them")


INTERRUPTED = """
import banker, sys
def progress(done, total):
    print("running", flush=True)
try:
    banker.simulate("banker", {losses}, rounds=10**9, runs=4, progress=progress)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(round(banker.simulate("uniform", arms=5, rounds=1000, runs=1)["regret"][0]))
"""


@pytest.mark.parametrize("losses", ["'bernoulli'", "lambda t: [0.5, 0.4]"])
def test_ctrl_c_ends_a_study_and_python_goes_on(losses: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(losses=losses)],
        env={**os.environ, "PYTHONPATH": str(PACKAGE)}, stdout=subprocess.PIPE, encoding="utf-8",
    ) as child:  # fmt: skip
        assert child.stdout is not None and child.stdout.readline() == "running\n"
        child.send_signal(signal.SIGINT)
        lines = [line for line in child.stdout.read().splitlines() if line != "running"]
    assert lines == ["interrupted", "80"] and child.returncode == 0
