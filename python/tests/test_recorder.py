"""Recorder and read_log: what is written is what was done, and can be played again to the last bit."""

from __future__ import annotations

import copy
import gc
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest

import banker

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(banker.__file__).resolve().parents[1]
COMMAND = Path(os.environ.get("BANKER_PROGRAM", ROOT / "build/release/banker"))
JOURNAL = ROOT / "tests/golden/0.1.0/journal"
LINEAR = ("banker-bolo", "bolo", "delayed-scrible")
TRIANGLE = [[1.0, 0.0], [0.0, 1.0], [-1.0, -1.0]]
BALL = {"type": "ball", "dimension": 3, "radius": 1}


def make(agent: str, **params: object) -> banker.Bandit:
    if agent in LINEAR:
        return banker.Bandit(agent=agent, seed=5, **params)
    return banker.Bandit(4, agent, seed=5, **params)


def play(recorder: banker.Recorder, rounds: int, seed: int = 1, late: int = 5) -> None:
    """Asks, tells late and out of order, drops now and then; one by one and in batches."""
    random = np.random.default_rng(seed)
    waiting: list[int] = []
    for _ in range(rounds):
        waiting.append(recorder.ask().round)
        if len(waiting) > late:
            round = waiting.pop(int(random.integers(len(waiting))))
            if random.random() < 0.2:
                recorder.drop(round)
            else:
                recorder.tell(round, loss=float(random.random()))
    batch = recorder.ask_many(late + 1)
    recorder.tell_many(batch, losses=random.random(late + 1))


def test_the_file_is_a_spec_and_one_event_per_line(tmp_path: Path) -> None:
    with banker.Recorder(banker.Bandit(["a", 'b"'], "uniform", seed=7), tmp_path / "log") as recorder:
        recorder.ask(arm='b"')
        recorder.ask_many(2)
        recorder.tell(1, reward=1)
        recorder.tell_many([2], losses=[0.25])
        recorder.drop(3)
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert lines[0] == {"agent": "uniform", "rule": 1, "arms": ["a", 'b"'], "seed": 7}
    assert lines[1] == {"ask": {"arm": 'b"', "probability": 0.5}}
    assert [list(line) for line in lines[2:4]] == [["ask"], ["ask"]]
    assert lines[4:] == [
        {"tell": {"round": 1, "reward": 1.0}},
        {"tell": {"round": 2, "loss": 0.25}},
        {"drop": {"round": 3}},
    ]


@pytest.mark.parametrize("agent", sorted(banker.agents()))
def test_every_agent_resumes_to_the_last_bit(agent: str, tmp_path: Path) -> None:
    late = 0 if agent == "omd" else 5  # omd takes no delay
    for params in ({"actions": TRIANGLE}, {"body": BALL}) if agent in LINEAR else ({},):
        path = tmp_path / "-".join(["log", *params])
        with banker.Recorder(make(agent, **params), path) as recorder:
            play(recorder, 60, late=late)
            before = recorder.bandit.save()
        with banker.Recorder(make(agent, **params), path, resume=True) as again:
            assert again.bandit.save() == before
            play(again, 20, seed=2, late=late)
        with banker.Recorder.resume(path) as third:
            assert third.bandit.save() == again.bandit.save()


@pytest.mark.parametrize("agent", ["banker", "delayed-ucb", "banker-bolo"])
def test_the_command_plays_the_file_and_comes_to_the_same_decisions(agent: str, tmp_path: Path) -> None:
    params = {"actions": TRIANGLE} if agent == "banker-bolo" else {}
    with banker.Recorder(make(agent, **params), tmp_path / "log") as recorder:
        decisions = [recorder.ask() for _ in range(30)]
        recorder.tell_many(decisions[:20], losses=np.linspace(0, 1, 20))
        decisions += [recorder.ask() for _ in range(30)]
    if not COMMAND.exists():
        pytest.skip(f"{COMMAND} is not built")
    done = subprocess.run([COMMAND, "replay", tmp_path / "log"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    asked = [a for a in answers if "status" not in a]
    replayed = [(a["round"], a.get("arm", a.get("choice")), a["probability"]) for a in asked]
    assert replayed == [tuple(decision) for decision in decisions]


@pytest.mark.parametrize("name", sorted(path.name for path in JOURNAL.glob("*.log.jsonl")))
def test_logs_of_the_first_version_go_on(name: str, tmp_path: Path) -> None:
    log = banker.read_log(JOURNAL / name)
    assert len(log) > 0 and json.loads(log.spec)["rule"] == 1
    (tmp_path / "log").write_bytes((JOURNAL / name).read_bytes())
    with banker.Recorder.resume(tmp_path / "log") as recorder:
        assert recorder.bandit.spec == log.spec and recorder.ask().round == log.round[-1] + 1
    assert len(banker.read_log(tmp_path / "log")) == len(log) + 1


def test_an_audit_that_fails_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with banker.Recorder(make("banker"), path) as recorder:
        recorder.ask_many(3)
    text = path.read_text().splitlines()
    event = json.loads(text[2])
    event["ask"]["probability"] += 1e-6
    text[2] = json.dumps(event)
    path.write_text("\n".join(text) + "\n")
    with pytest.raises(ValueError, match="line 3: the recorded probability"):
        banker.Recorder.resume(path)
    with pytest.raises(ValueError, match="line 3: the recorded probability"):
        banker.read_log(path)


def test_a_call_that_fails_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with banker.Recorder(make("banker"), path) as recorder:
        batch = recorder.ask_many(2)
        before = path.read_bytes()
        with pytest.raises(ValueError):
            recorder.tell(1, loss=2)
        with pytest.raises(banker.RoundError):
            recorder.tell(9, loss=0)
        with pytest.raises(banker.RoundError):
            recorder.drop(9)
        with pytest.raises(ValueError):
            recorder.tell_many(batch, losses=[0, np.nan])
        with pytest.raises(TypeError):
            recorder.tell_many(batch)
        with pytest.raises(TypeError):
            recorder.tell(1)
        with pytest.raises(ValueError):
            recorder.ask(arm=4)
        with pytest.raises(ValueError):
            recorder.ask_many(-1)
        assert path.read_bytes() == before
        assert recorder.tell(1, loss=0.5).status == "settled"


def test_an_existing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("mine\n")
    with pytest.raises(FileExistsError, match="resume"):
        banker.Recorder(make("banker"), path)
    assert path.read_text() == "mine\n"
    with pytest.raises(ValueError, match="line 1"):
        banker.Recorder(make("banker"), path, resume=True)
    assert path.read_text() == "mine\n"


def test_resume_without_a_file_starts_one_if_there_is_a_bandit(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        banker.Recorder.resume(tmp_path / "log")
    with pytest.raises(TypeError, match="Recorder.resume"):
        banker.Recorder(None, tmp_path / "log", resume=True)
    assert not (tmp_path / "log").exists()
    (tmp_path / "empty").touch()
    with pytest.raises(ValueError, match="no log"):
        banker.Recorder.resume(tmp_path / "empty")
    with banker.Recorder(make("banker"), tmp_path / "log", resume=True) as recorder:
        recorder.ask()
    assert len(banker.read_log(tmp_path / "log")) == 1


def test_resume_refuses_another_bandit_and_one_that_has_played(tmp_path: Path) -> None:
    banker.Recorder(make("banker"), tmp_path / "log").close()
    with pytest.raises(ValueError, match="differs from that of the log in seed"):
        banker.Recorder(banker.Bandit(4, seed=6), tmp_path / "log", resume=True)
    played = make("banker")
    played.ask()
    with pytest.raises(ValueError, match="only a new bandit"):
        banker.Recorder(played, tmp_path / "log", resume=True)


def test_two_recorders_do_not_share_a_file(tmp_path: Path) -> None:
    with banker.Recorder(make("banker"), tmp_path / "log"):
        with pytest.raises(ValueError, match="another recorder"):
            banker.Recorder.resume(tmp_path / "log")
    banker.Recorder.resume(tmp_path / "log").close()


def test_a_closed_recorder_says_so(tmp_path: Path) -> None:
    recorder = banker.Recorder(make("banker"), tmp_path / "log", fsync=True)
    recorder.ask()
    recorder.close()
    recorder.close()
    with pytest.raises(ValueError, match="closed"):
        recorder.ask()
    assert recorder.bandit.rounds == 1


@pytest.mark.parametrize("beside", ["ask", "tell", "drop"])
def test_what_is_done_beside_the_recorder_is_noticed(beside: str, tmp_path: Path) -> None:
    with banker.Recorder(make("banker"), tmp_path / "log") as recorder:
        recorder.ask()
        call = getattr(recorder.bandit, beside)
        call(*{"ask": (), "tell": (1, 0.5), "drop": (1,)}[beside])
        for _ in range(2):
            with pytest.raises(ValueError, match="beside its recorder"):
                recorder.ask()


def test_rounds_that_the_bandit_gives_up_are_not_done_beside_it(tmp_path: Path) -> None:
    with banker.Recorder(banker.Bandit(2, seed=5, skip_stale=1), tmp_path / "log") as recorder:
        for _ in range(300):
            recorder.ask()
        given_up = 300 - recorder.bandit.outstanding
        stale = [round for round in range(1, 301) if recorder.tell(round, loss=0.5).status == "stale"]
        assert len(stale) == given_up > 0


def test_a_forgotten_recorder_lets_go_of_its_file(tmp_path: Path) -> None:
    recorder = banker.Recorder(make("banker"), tmp_path / "log")
    recorder.ask()
    with pytest.warns(ResourceWarning, match="unclosed file"):
        del recorder
        gc.collect()
    with banker.Recorder.resume(tmp_path / "log") as again:
        assert again.ask().round == 2


def test_a_recorder_says_what_it_is(tmp_path: Path) -> None:
    with banker.Recorder(make("banker"), tmp_path / "log") as recorder:
        recorder.tell(recorder.ask_many(3)[0], loss=0)
        assert repr(recorder) == f"<Recorder of '{tmp_path / 'log'}': 3 rounds, 2 outstanding>"
    assert repr(recorder).endswith("2 outstanding, closed>")


def test_a_bandit_that_no_log_can_make_is_refused(tmp_path: Path) -> None:
    bandit = banker.Bandit(3, "banker-omd", seed=5, scale=lambda round, outstanding: 1.0 + round)
    with pytest.raises(ValueError, match="cannot be played again from a log"):
        banker.Recorder(bandit, tmp_path / "log")
    assert not (tmp_path / "log").exists()


def test_what_is_no_file_is_refused() -> None:
    with pytest.raises(ValueError, match="no file"):
        banker.Recorder(make("banker"), os.devnull, resume=True)


def test_a_failed_write_stops_the_recorder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorder = banker.Recorder(make("banker"), tmp_path / "log")
    recorder.ask()
    before = recorder.bandit.save()
    write, calls = os.write, itertools.count()

    def fails(handle: int, text: bytes) -> int:
        if next(calls) == 0:
            return write(handle, text[:10])
        raise OSError("no space")

    monkeypatch.setattr(os, "write", fails)
    with pytest.raises(OSError, match="no space"):
        recorder.ask()
    monkeypatch.undo()
    with pytest.raises(ValueError, match="Recorder.resume"):
        recorder.ask()
    recorder.close()
    with pytest.warns(UserWarning, match="cut off"):
        again = banker.Recorder.resume(tmp_path / "log")
    again.close()
    assert again.bandit.save() == before


@pytest.mark.parametrize("cut", range(1, 35))
def test_a_line_that_was_cut_off_is_removed_on_resume(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "log"
    with banker.Recorder(make("banker"), path) as recorder:
        recorder.ask_many(3)
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    path.write_bytes(whole[:-cut])
    complete = 3 if cut == 1 else 2  # but for its end, the line is whole
    assert len(last) > 35 and len(banker.read_log(path)) == complete
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with banker.Recorder(make("banker"), path, resume=True) as recorder:
            assert recorder.bandit.rounds == complete
            recorder.ask()
    assert len(caught) == (0 if cut == 1 else 1)
    assert len(banker.read_log(path)) == complete + 1


def test_a_spec_that_was_cut_off_starts_anew(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(make("banker").spec.encode()[:20])
    with pytest.warns(UserWarning, match="cut off"):
        recorder = banker.Recorder(make("banker"), tmp_path / "log", resume=True)
    with recorder:
        recorder.ask()
    assert len(banker.read_log(tmp_path / "log")) == 1


def test_a_bandit_that_has_played_starts_with_a_snapshot(tmp_path: Path) -> None:
    bandit = make("banker")
    early = bandit.ask_many(3)
    with banker.Recorder(bandit, tmp_path / "log") as recorder:
        recorder.tell(early[0], loss=1)  # asked before the log began
        recorder.tell(recorder.ask(), loss=0.5)
    log = banker.read_log(tmp_path / "log")
    assert log.round.tolist() == [4] and log.loss.tolist() == [0.5] and log.spec == bandit.spec
    with banker.Recorder.resume(tmp_path / "log") as again:
        assert again.bandit.save() == bandit.save()


VICTIM = """
import sys, banker
with banker.Recorder(banker.Bandit(3, seed=5), sys.argv[1]) as recorder:
    while True:
        decision = recorder.ask()
        print(*decision, flush=True)
        if decision.round > 4:
            recorder.tell(decision.round - 4, loss=decision.round % 2)
            print("told", decision.round - 4, flush=True)
"""


def test_a_killed_process_forgets_nothing_it_has_answered(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with subprocess.Popen(
        [sys.executable, "-c", VICTIM, path],
        env={**os.environ, "PYTHONPATH": str(PACKAGE)}, stdout=subprocess.PIPE, encoding="utf-8",
    ) as victim:  # fmt: skip
        assert victim.stdout is not None
        answered = [victim.stdout.readline() for _ in range(400)]
        victim.send_signal(signal.SIGKILL)
        answered += [line for line in victim.stdout if line.endswith("\n")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the last line may have been cut
        with banker.Recorder(banker.Bandit(3, seed=5), path, resume=True) as recorder:
            log = banker.read_log(path)
            asked = [line.split() for line in answered if not line.startswith("told")]
            rows = zip(log.round.tolist(), log.arm.tolist(), log.probability.tolist())
            assert [[str(t), str(a), repr(p)] for t, a, p in rows][: len(asked)] == asked
            told = [int(line.split()[1]) for line in answered if line.startswith("told")]
            assert set(told) <= set(log.round[log.told].tolist())
            assert recorder.ask().round == len(log) + 1  # and goes on


def test_threads_share_a_recorder(tmp_path: Path) -> None:
    with banker.Recorder(make("banker"), tmp_path / "log") as recorder:
        threads = [threading.Thread(target=play, args=(recorder, 100, seed)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        state = recorder.bandit.save()
    with banker.Recorder.resume(tmp_path / "log") as again:
        assert again.bandit.save() == state


def test_many_asks_are_written_in_many_chunks(tmp_path: Path) -> None:
    with banker.Recorder(make("banker"), tmp_path / "log") as recorder:
        batch = recorder.ask_many(200_000)
        recorder.tell_many(batch[:100_000], rewards=np.zeros(100_000))
    log = banker.read_log(tmp_path / "log", distributions=False)
    assert np.array_equal(log.arm, batch.arm) and np.array_equal(log.probability, batch.probability)
    assert log.told.sum() == 100_000 and log.probabilities is None


def test_a_log_has_every_outcome_at_its_round() -> None:
    log = banker.read_log(
        [
            '{"agent":"banker","arms":["a","b"],"loss_range":[-5,20],"seed":3}\n',
            "\n",
            '{"ask":{"arm":"b"}}\n',
            '{"ask":{"arm":0}}\n',
            '{"ask":{}}\n',
            '{"tell":{"round":2,"reward":4}}\n',
            '{"drop":{"round":1}}\n',
        ]
    )
    assert log.round.tolist() == [1, 2, 3] and log.arm[:2].tolist() == [1, 0] and log.arm_names == ["a", "b"]
    assert np.array_equal(log.loss, [np.nan, 11, np.nan], equal_nan=True)
    assert np.array_equal(log.reward, [np.nan, 4, np.nan], equal_nan=True)
    assert log.status.tolist() == ["dropped", "settled", "open"]
    assert log.told.tolist() == [False, True, False] and len(log) == 3
    assert log.decisions["loss"][1] == 11 and log.decisions[1]["status"] == "settled"
    assert np.array_equal(log.probabilities[[0, 1], [1, 0]], log.probability[:2])


def test_a_log_of_an_agent_without_a_range_negates() -> None:
    log = banker.read_log(
        ['{"agent":"banker-scale-free","arms":2,"seed":3}', '{"ask":{}}', '{"tell":{"round":1,"reward":7}}']
    )
    assert log.loss.tolist() == [-7] and log.reward.tolist() == [7]


def test_a_log_of_bold_has_the_range_of_its_base() -> None:
    base = '{"agent":"bold","arms":2,"seed":3,"base":{"agent":"exp3","loss_range":[0,9]}}'
    log = banker.read_log([base, '{"ask":{}}', '{"tell":{"round":1,"reward":7}}'])
    assert log.loss.tolist() == [2] and log.reward.tolist() == [7]


def test_logs_are_compared_as_objects() -> None:
    lines = ['{"agent":"banker","arms":["a","b"],"seed":3}', '{"ask":{"arm":1}}']
    log = banker.read_log(lines)
    assert log == log and log != banker.read_log(lines) and log in {log} and len(copy.copy(log)) == 1


def test_no_bytes_are_taken_for_texts(tmp_path: Path) -> None:
    banker.Recorder(make("banker"), tmp_path / "log").close()
    code = "import sys, banker; banker.Recorder.resume(sys.argv[1]).close(); banker.read_log(sys.argv[1])"
    subprocess.run(
        [sys.executable, "-bb", "-c", code, tmp_path / "log"],
        env={**os.environ, "PYTHONPATH": str(PACKAGE)}, check=True,
    )  # fmt: skip


def test_frame_has_names() -> None:
    pytest.importorskip("pandas")
    log = banker.read_log(['{"agent":"banker","arms":["a","b"],"seed":3}', '{"ask":{"arm":1}}'])
    assert log.frame()["arm"].tolist() == ["b"]


@pytest.mark.parametrize(
    "lines, message",
    [
        ([], "the log is empty"),
        (["", "  "], "the log is empty"),
        (['{"agent":"bunker","arms":2}'], "line 1"),
        (['{"agent":"banker","arms":2}', '{"ask":{}}', '{"sell":{}}'], "line 3"),
        (['{"agent":"banker","arms":2}', '{"ask"', '{"ask":{}}'], "line 2"),
        (['{"agent":"banker","arms":2}', '{"tell":{"round":1,"loss":0}}'], "line 2"),
    ],
)
def test_bad_logs_are_refused(lines: list[str], message: str) -> None:
    with pytest.raises((ValueError, KeyError), match=message):
        banker.read_log(lines)


@pytest.mark.parametrize(
    "event", ['{"sell":{}}', '{"ask":{},"tell":{}}', "[1]", "3", '{"tell":{"round":1,"gain":2}}', '{"ask":3}']
)
def test_bad_events_are_refused_on_resume(event: str, tmp_path: Path) -> None:
    (tmp_path / "log").write_text(f'{make("banker").spec}\n{event}\n')
    with pytest.raises(ValueError, match="line 2"):
        banker.Recorder(make("banker"), tmp_path / "log", resume=True)
