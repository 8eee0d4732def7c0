"""When things go wrong: parts that fail, memory that ends, processes that fork, files that are none."""

import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest

import banker


def run(script, **more):
    """A script that may not crash or hang."""
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300, **more)


class Failing(banker.ScaleRule):
    """Fails in the hooks it is told to."""

    def __init__(self, *where):
        super().__init__()
        self.where, self.accepted = where, 0

    def propose(self, round, outstanding):
        if "propose" in self.where and round > 1:
            raise LookupError("in propose")
        return 1.0

    def accept(self, round, outstanding, scale):
        self.accepted += 1
        if "accept" in self.where:
            raise ZeroDivisionError("in accept")

    def drop(self, round):
        if "drop" in self.where:
            raise ZeroDivisionError("in drop")


def test_what_one_call_has_raised_is_not_raised_by_another():
    bandit = banker.Bandit(3, "banker-omd", seed=1, scale=Failing("accept", "propose"))
    with pytest.raises(LookupError, match="in propose"):
        bandit.ask_many(3)
    innocent = banker.Bandit(3, "banker-omd", seed=1, scale=Failing())
    assert bandit.rounds == innocent.rounds == 0
    assert innocent.ask().round == 1


@pytest.mark.parametrize("where", ["accept", "propose"])
def test_many_asks_are_all_or_none_whatever_fails(where):
    bandit = banker.Bandit(3, "banker-omd", seed=1, scale=Failing(where))
    before = bandit.save()
    with pytest.raises((LookupError, ZeroDivisionError)):
        bandit.ask_many(5)
    assert bandit.save() == before and bandit.rounds == 0


def test_many_drops_are_all_or_none_whatever_fails():
    bandit = banker.Bandit(3, "banker-omd", seed=1, scale=Failing("drop"))
    batch = bandit.ask_many(5)
    before = bandit.save()
    with pytest.raises(ZeroDivisionError):
        bandit.drop_many(batch)
    assert bandit.save() == before and bandit.outstanding == 5


def test_an_error_at_the_end_does_not_keep_the_process():
    done = run("""
import banker
class Rule(banker.ScaleRule):
    def propose(self, round, outstanding):
        if round > 1: raise LookupError
        return 1.0
    def accept(self, round, outstanding, scale):
        raise ZeroDivisionError
bandit = banker.Bandit(3, "banker-omd", seed=1, scale=Rule())
try: bandit.ask_many(3)
except LookupError: print("raised")
""")
    assert (done.returncode, done.stdout) == (0, "raised\n")


@pytest.mark.parametrize("state", ["lambda: 0", "open('/dev/null')"])
def test_a_rule_that_cannot_be_saved_says_what_to_do(state):
    class Odd(banker.ScaleRule):
        def propose(self, round, outstanding):
            return 1.0

        def accept(self, round, outstanding, scale):
            self.kept = eval(state)

    bandit = banker.Bandit(3, "banker-omd", seed=1, scale=Odd())
    bandit.ask()
    with pytest.raises(ValueError, match=r"the scale rule 'Odd' cannot be saved: .*give it save\(\) and load\(\)"):
        bandit.save()


def test_rows_of_a_table_are_those_of_the_table():
    losses = banker.Losses(np.zeros((200, 2)))
    losses.rounds = 10**7
    with pytest.raises(ValueError, match="200"):
        banker.simulate("uniform", losses, rounds=10**7, runs=1)


def test_a_list_that_shrinks_while_it_is_read():
    class Sly:
        def __float__(self):
            row.clear()
            return 0.5

    row = [Sly(), 0.5, 0.5]
    with pytest.raises(ValueError, match="3 numbers are expected"):
        banker.simulate("uniform", banker.Losses(lambda t: row, arms=3), rounds=10, runs=1)


@pytest.mark.parametrize("given", [["a", "b"], np.array(["0.1", "0.2"]), np.array([1j, 2]), "ab", None])
def test_means_that_are_no_numbers(given):
    with pytest.raises(ValueError, match="2 numbers are expected"):
        banker.simulate("uniform", banker.Losses(lambda t: given, arms=2), rounds=10, runs=1)


def test_a_part_that_reads_the_results_it_plays_for():
    class Curious(banker.Losses):
        arms, results = 2, None

        def mean(self, t):
            if Curious.results is not None:
                Curious.results.data
            return [0.25, 0.5]

    Curious.results = banker.simulate("uniform", Curious(), rounds=10, runs=1)
    with pytest.raises(RuntimeError, match="cannot be made within a part"):
        Curious.results.data


def test_masked_outcomes_are_not_told():
    bandit = banker.Bandit(3, seed=1)
    batch = bandit.ask_many(3)
    with pytest.raises(ValueError, match="losses are masked"):
        bandit.tell_many(batch, np.ma.masked_array([0, 0.9, 0], [0, 1, 0]))
    assert bandit.outstanding == 3
    assert len(bandit.tell_many(batch, np.ma.masked_array([0, 0.9, 0], [0, 0, 0]))) == 3


def test_rounds_as_numpy_scalars_and_columns_of_pandas():
    pandas = pytest.importorskip("pandas")
    bandit = banker.Bandit(3, seed=1)
    batch = bandit.ask_many(6)
    assert len(bandit.tell_many(list(batch.round[:2]), [0, 1])) == 2
    frame = pandas.DataFrame({"round": batch.round[2:], "click": [1, None, 0, None]})
    with pytest.raises(TypeError, match="drop those rows first"):
        bandit.tell_many(frame["round"].where(frame["click"].notna()), frame["click"])
    known = frame.dropna().astype({"round": "Int64", "click": "Float64"})
    assert bandit.tell_many(known["round"], rewards=known["click"]).round.tolist() == [3, 5]
    assert bandit.drop_many(frame["round"][frame["click"].isna()]).status.tolist() == ["dropped"] * 2


def test_decisions_that_were_bent():
    bandit = banker.Bandit(3, seed=1)
    batch = bandit.ask_many(4)
    batch.round = batch.round.reshape(1, -1)
    with pytest.raises(ValueError, match="one list"):
        bandit.tell_many(batch, [0.5])


def test_a_snapshot_goes_where_a_link_points_and_never_over_a_device(tmp_path):
    bandit, link, pipe = banker.Bandit(3, seed=1), tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(tmp_path / "file")
    bandit.save(link)
    assert link.is_symlink() and (tmp_path / "file").read_bytes() == bandit.save()
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="no plain file"):
        bandit.save(pipe)
    assert Path(pipe).is_fifo() and not os.access(tmp_path / "file", os.X_OK)


@pytest.mark.skipif("BANKER_SANITIZED" in os.environ, reason="the sanitizer needs more addresses than the limit leaves")
def test_when_memory_ends_the_bandit_says_so():
    done = run("""
import resource, banker, numpy as np
bandit = banker.Bandit(10, "banker-tinf", seed=1)
batch = bandit.ask_many(1_000_000)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 42_000_000, -1))
try:
    bandit.tell_many(batch, np.full(1_000_000, 0.5))
except MemoryError:
    for call in (bandit.save, bandit.ask, lambda: bandit.rounds):
        try: call()
        except (RuntimeError, MemoryError) as error: print(type(error).__name__)
""")
    # Where it ends is not ours to say: before anything was told, or in the middle, and then no call goes on.
    assert done.returncode == 0, done.stderr
    assert done.stdout in ("", "RuntimeError\n" * 3) or "MemoryError" in done.stdout


@pytest.mark.skipif("BANKER_SANITIZED" in os.environ, reason="the sanitizer needs more addresses than the limit leaves")
def test_a_batch_that_memory_has_no_room_for_is_not_asked():
    done = run("""
import resource, banker
bandit = banker.Bandit(10, seed=1)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 100_000_000, -1))
try: bandit.ask_many(50_000_000)
except MemoryError: print(bandit.rounds, bandit.ask().round)
""")
    assert (done.returncode, done.stdout) == (0, "0 1\n"), done.stderr


@pytest.mark.parametrize(
    "work",
    [
        'banker.compare("uniform", lambda t: [0.5, 0.4], rounds=10**6, runs=4, progress=False)',
        'banker.Bandit(3, "banker-omd", seed=1, scale=lambda round, outstanding: 1.0).ask_many(10**6)',
        "banker.Bandit(3, seed=1).ask_many(3 * 10**6)",
    ],
)
def test_python_can_shut_down_while_a_thread_works(work):
    done = run(f"""
import threading, time, banker
threading.Thread(target=lambda: {work}, daemon=True).start()
time.sleep(0.2)
""")
    assert done.returncode == 0, done.stderr


def test_a_recorder_does_not_write_from_two_processes(tmp_path):
    with banker.Recorder(banker.Bandit(3, seed=1), tmp_path / "log") as recorder:
        recorder.ask()
        child = os.fork()
        if child == 0:
            try:
                recorder.ask()
            except ValueError as error:
                os._exit(0 if "the process that forked" in str(error) else 1)
            os._exit(2)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        recorder.drop_many([recorder.ask().round])
    assert banker.read_log(tmp_path / "log").status.tolist() == ["open", "dropped"]


def test_bandits_are_let_go():
    bandit = banker.Bandit(3, "banker-omd", seed=1, scale=Failing())
    bandit.tell_many(bandit.ask_many(3), np.zeros(3))
    gone = weakref.ref(bandit)
    del bandit
    gc.collect()
    assert gone() is None
