"""The client of the decision server, against a real one; and the page about it, whose commands are run."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest

import banker
from banker import _connect_bandit, _connect_errors, _connect_look, _connect_records, _connect_same

ROOT = Path(os.environ.get("BANKER_SOURCE_DIR", Path(__file__).resolve().parents[2]))
PROGRAM = Path(os.environ.get("BANKER_PROGRAM", ROOT / "build/release/banker"))
PACKAGE = Path(banker.__file__).resolve().parents[1]
CONNECT = importlib.import_module("banker.connect")  # the name is the function's


class Served:
    """`banker serve` on a port that is free; again on the same one after stop()."""

    def __init__(self, data: Path, *options: str) -> None:
        self._kept = socket.socket()  # nobody else gets its port; the server may, as it does not listen
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._kept.bind(("127.0.0.1", 0))
        self.data, self.options, self.port = data, options, self._kept.getsockname()[1]
        self.start()

    def start(self) -> None:
        command = [PROGRAM, "serve", "--data", self.data, "--port", self.port, *self.options]
        self.process = subprocess.Popen([str(part) for part in command], stderr=subprocess.STDOUT,
                                        stdout=subprocess.PIPE, text=True)
        said = ""
        for line in self.process.stdout or []:
            said += line
            if re.search(r"https?://[^ ]+:\d+", line):
                break
        else:
            raise AssertionError(f"the server did not start: {said}")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()  # nobody waits for a full pipe

    @property
    def url(self) -> str:
        return f"http{'s' if '--tls-cert' in self.options else ''}://127.0.0.1:{self.port}"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait()


def patient(*where: Any, **how: Any) -> banker.Server:
    """A client that does not give up an answer because the machine is busy."""
    return banker.connect(*where, timeout=300.0, **how)


@contextlib.contextmanager
def serving(data: Path, *options: str) -> Iterator[Served]:
    served = Served(data, *options)
    try:
        yield served
    finally:
        served.stop(signal.SIGKILL)
        served._kept.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served") / "banker.db") as served:
        yield served


@pytest.fixture
def server(served: Served) -> Iterator[banker.Server]:
    """The server without any bandits."""
    with patient(served.url, backoff=0.01) as server:
        for name in server:
            server.delete(name)
        yield server


class Lossy:
    """Stands between client and server. Loses the next `lose` answers after they were made, and answers 503 to the
    next `busy` requests in place of the server."""

    def __init__(self, port: int) -> None:
        self.lose = self.busy = self.connections = 0
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                self.connections += 1
                server = socket.create_connection(("127.0.0.1", self._target))
                threading.Thread(target=self._forward, args=(client, server, False), daemon=True).start()
                threading.Thread(target=self._forward, args=(server, client, True), daemon=True).start()

    def _forward(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if answers and self.lose > 0:
                    self.lose -= 1
                    break
                if not answers and self.busy > 0:
                    self.busy -= 1
                    while data.startswith(b"POST") and not data.endswith(b"}"):
                        data += source.recv(1 << 16)
                    source.sendall(b"HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n")
                    continue
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
def lossy(served: Served) -> Iterator[Lossy]:
    lossy = Lossy(served.port)
    yield lossy
    lossy.close()


# ---- The same as a Bandit

SPECS: list[dict[str, Any]] = [
    {"agent": "banker", "arms": ["red", "green", "blue"], "loss_range": [-3, 9]},
    {"agent": "banker-tinf", "arms": 5},
    {"agent": "tsallis-inf", "arms": 4},
    {"agent": "banker-bolo", "body": {"type": "ball", "dimension": 3, "radius": 2.0}},
    {"agent": "banker-bolo", "actions": {"a": [1, 0], "b": [0, 1], "c": [-1, -1]}, "horizon": 500},
]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec["agent"] + "-" + list(spec)[1])
def test_a_server_decides_as_a_bandit_does_to_the_last_bit(server: banker.Server, spec: dict[str, Any]) -> None:
    far, near = server.create("twin", **spec, seed=5), banker.Bandit.from_spec({**spec, "seed": 5})
    rng = np.random.default_rng(11)
    waiting: list[Any] = []
    for _ in range(60):
        if not waiting or rng.random() < 0.55:
            there, here = far.ask(), near.ask()
            assert (there.round, there.arm, there.arm_index) == (here.round, here.arm, here.arm_index)
            if here.arm is not None:
                assert there.probability == here.probability
            if here.action is not None:
                assert there.action is not None and there.action.tolist() == here.action.tolist()
            waiting.append(there)
            continue
        decision = waiting.pop(int(rng.integers(len(waiting))))
        if rng.random() < 0.2:
            assert far.drop(decision).status == near.drop(decision.round).status
        else:
            loss = float(rng.random())
            assert far.tell(decision, loss).status == near.tell(decision.round, loss).status
    assert (far.rounds, far.outstanding) == (near.rounds, near.outstanding)
    assert far.certificate() == near.certificate() and far.total_invested() == near.total_invested()
    assert far.point().tolist() == near.point().tolist()
    assert far.probabilities().tolist() == near.probabilities().tolist()
    assert (far.agent, far.seed, far.arms) == (near.agent, near.seed, near.arms)
    assert far.arms == 0 or far.arm_names == near.arm_names
    assert json.loads(banker.Bandit.from_spec(far.spec).spec) == json.loads(near.spec)
    for decision in waiting:
        if near.certificate() is None:
            assert far.statement(decision) is None
        else:
            assert far.statement(decision) == near.statement(decision.round)


def test_batches_are_arrays(server: banker.Server) -> None:
    far, near = server.create("many", ["red", "green"], seed=3), banker.Bandit(["red", "green"], seed=3)
    there, here = far.ask_many(50), near.ask_many(50)
    for column in ("round", "arm", "probability", "names"):
        assert getattr(there, column).tolist() == getattr(here, column).tolist()
    some = there[there.arm == 1]
    assert some.id == [decision.id for decision in there if decision.arm == "green"]
    assert there[3] == here[3] and there[np.int64(3)].id == there.id[3] and len(there[10:20]) == 10
    rewards = np.linspace(0, 1, 50)
    receipts, local = far.tell_many(there, rewards=rewards), near.tell_many(here, rewards=rewards)
    assert receipts.status.tolist() == local.status.tolist()
    assert far.probabilities().tolist() == near.probabilities().tolist()
    assert len(far.ask_many(0)) == 0 == len(far.tell_many([], losses=[]))
    assert far.ask_many(2, decision_ids=["a", "b"]).id == ["a", "b"]


def test_a_log_is_audited_by_replay(server: banker.Server, tmp_path: Path) -> None:
    ads = server.create("logged", ["red", "green", "blue"], seed=9)
    batch = ads.ask_many(30)
    ads.tell_many(batch[5:], losses=np.linspace(0, 1, 25))
    ads.drop(batch[0])
    ads.save_log(tmp_path / "log.jsonl")
    assert (tmp_path / "log.jsonl").read_text().splitlines() == list(ads.log())
    printed = subprocess.run([PROGRAM, "replay", tmp_path / "log.jsonl"], capture_output=True, text=True, check=True)
    assert len(printed.stdout.splitlines()) == 30 + 25 + 1
    log = banker.read_log(ads.log())
    assert log.arm.tolist() == np.asarray(batch.arm).tolist() and log.probability.tolist() == batch.probability.tolist()


# ---- Mistakes

def refused(kind: type[Exception], status: int, says: str, call: Callable[[], object]) -> None:
    with pytest.raises(kind, match=says) as caught:
        call()
    assert isinstance(caught.value, banker.ServerError) and caught.value.status == status


def test_mistakes_raise_what_a_bandit_raises(server: banker.Server) -> None:
    ads = server.create("ads", 3, seed=7, max_open=4)
    shown = ads.ask()
    refused(KeyError, 404, "shop", lambda: server["shop"])
    refused(KeyError, 404, "shop", lambda: server.delete("shop"))
    refused(ValueError, 409, "ads", lambda: server.create("ads", 3))
    refused(ValueError, 422, "did you mean", lambda: server.create("b", 3, "bankr"))
    refused(TypeError, 400, "did you mean", lambda: server.create("b", 3, sead=7))
    refused(ValueError, 422, "cannot be called", lambda: server.create("a/b", 3))
    refused(ValueError, 422, "form of the ids", lambda: ads.ask(decision_id="r9"))
    refused(banker.RoundError, 404, "no decision", lambda: ads.tell("r99", 0))
    refused(banker.RoundError, 404, "no decision", lambda: ads.drop(99))
    refused(banker.RoundError, 404, "no decision", lambda: ads.statement("other"))
    refused(ValueError, 422, "outside", lambda: ads.tell(shown, 3))
    assert ads.tell(shown.round, 1) == ads.tell(f"r{shown.round}", 1)  # the same again
    refused(banker.RoundError, 409, shown.id, lambda: ads.tell(shown, 0.5))
    refused(banker.RoundError, 409, shown.id, lambda: ads.drop(shown))
    with patient(server._link.url, retries=0) as hasty:
        refused(banker.ServerError, 429, "open", lambda: hasty["ads"].ask_many(5))
    assert ads.rounds == 1
    for wrong in (lambda: ads.tell(shown), lambda: ads.tell(shown, 1, reward=0), lambda: ads.tell(1.5, 1),
                  lambda: ads.tell(shown, "1"), lambda: ads.tell_many([shown]), lambda: ads.ask_many(1.5)):
        with pytest.raises(TypeError):
            wrong()
    for wrong in (lambda: ads.tell(shown, float("nan")), lambda: ads.tell_many([shown], [0, 1]),
                  lambda: ads.ask_many(2, decision_ids=["a"]), lambda: banker.connect(retries=-1),
                  lambda: banker.connect("ftp://x"), lambda: banker.connect("8080")):
        with pytest.raises(ValueError):
            wrong()


GIVEN: dict[str, Any] = {"arms": ["red", "green"], "agent": "banker", "expire_after": 60, "on_expiry": {"reward": 0},
                         "late": "ignore", "max_open": 1000, "loss_range": (0, 2), "reserve": {"kappa": 2}}
OTHER: dict[str, Any] = {"arms": ["red", "blue"], "agent": "banker-tinf", "expire_after": 61, "on_expiry": {"reward": 1},
                         "late": "refuse", "max_open": 999, "loss_range": [0, 3], "reserve": {"kappa": 3},
                         "seed": 8, "memory": 0.5}


def test_a_bandit_that_exists_is_taken_if_it_is_the_same(server: banker.Server) -> None:
    ads = server.create("ads", seed=7, **GIVEN)
    ads.ask()
    assert server.create("ads", exist_ok=True, **GIVEN).rounds == 1
    assert server.create("ads", np.array(["red", "green"]), seed=7, exist_ok=True).rounds == 1  # the rest is not given


@pytest.mark.parametrize("key", OTHER)
def test_a_bandit_that_exists_and_is_another_is_refused(key: str, server: banker.Server) -> None:
    server.create("ads", seed=7, **GIVEN)
    wanted = {**({} if key == "agent" else GIVEN), "arms": GIVEN["arms"], key: OTHER[key]}
    with pytest.raises(ValueError, match=f'"ads" with other {key}: '):
        server.create("ads", exist_ok=True, **wanted)
    assert list(server) == ["ads"]


def test_each_outcome_of_a_list_stands_alone(server: banker.Server) -> None:
    ads = server.create("ads", 3, seed=7)
    batch = ads.ask_many(3)
    with pytest.warns(UserWarning, match="2 of 4 outcomes were refused"):
        receipts = ads.tell_many([batch[0], "who?", batch[1], batch.round[2]], losses=[1, 0, 7, 0])
    assert receipts.status.tolist() == ["settled", "unknown", "invalid", "settled"]
    assert [receipt.id for receipt in receipts.refused] == ["who?", batch.id[1]]
    assert "outside" in receipts[2].detail and ads.outstanding == 1


def test_what_comes_too_late_is_said(server: banker.Server) -> None:
    ads = server.create("ads", 3, seed=7, expire_after=0.001)
    batch = ads.ask_many(3)
    while ads.outstanding:
        pass
    with pytest.warns(banker.StaleWarning, match="3 of 3"):
        assert ads.tell_many(batch, losses=[0, 0, 0]).status.tolist() == ["expired"] * 3
    assert ads.drop(batch[0]).status == "expired"


# ---- Lost answers, restarts, threads

def test_a_lost_answer_is_asked_for_again_and_nothing_is_done_twice(server: banker.Server, lossy: Lossy) -> None:
    server.create("ads", 3, seed=7)
    with patient(lossy.url, backoff=0.01) as far:
        ads = far["ads"]
        for loss in (0, 0.5, 1):
            lossy.lose = 2
            shown = ads.ask()
            lossy.lose = 2
            assert ads.tell(shown, loss).status == "settled"
        lossy.lose = 1
        batch = ads.ask_many(5)
        lossy.lose = 1
        ads.drop(batch[0])
        assert (ads.rounds, ads.outstanding) == (8, 4)
        made = far.create("ads", 3, exist_ok=True)
        assert made.rounds == 8
    assert lossy.lose == 0


def test_what_may_not_be_done_twice_is_not_sent_again(server: banker.Server, lossy: Lossy) -> None:
    server.create("ads", 3, seed=7)
    with patient(lossy.url, backoff=0.01, idempotent=False) as far:
        ads = far["ads"]
        assert ads.ask().id == "r1" and ads.ask_many(2).id == ["r2", "r3"]
        for call in (ads.ask, lambda: ads.ask_many(1), lambda: far.create("b", 3), lambda: far.delete("b")):
            lossy.lose = 1
            with pytest.raises(ConnectionError, match="not known"):
                call()
        assert ads.rounds == 5 and list(far) == ["ads"]


def test_what_was_not_done_is_asked_for_again(server: banker.Server, lossy: Lossy) -> None:
    server.create("ads", 3, seed=7)
    with patient(lossy.url, backoff=0.01, retries=2, idempotent=False) as far:
        ads = far["ads"]
        lossy.busy = 2
        assert ads.ask().id == "r1"
        lossy.busy = 2
        assert len(list(ads.log())) == 2
        lossy.busy = 3
        refused(ConnectionError, 503, "503 Busy", ads.ask)
    assert (lossy.busy, ads.rounds) == (0, 1)


def test_a_connection_is_kept(server: banker.Server, lossy: Lossy) -> None:
    server.create("ads", 3, seed=7)
    with patient(lossy.url) as far:
        for _ in range(20):
            far["ads"].ask()
    assert lossy.connections == 1


def test_a_process_that_forks_has_two_connections(server: banker.Server) -> None:
    ads = server.create("ads", 3, seed=7)
    ads.ask()
    child = os.fork()
    if child == 0:
        os._exit(0 if [ads.ask() for _ in range(50)] else 1)
    mine = [ads.ask() for _ in range(50)]
    assert os.waitpid(child, 0)[1] == 0 and len({decision.round for decision in mine}) == 50
    assert ads.rounds == 101


def test_threads_share_a_bandit(server: banker.Server) -> None:
    ads = server.create("ads", 3, seed=7)
    rounds: list[int] = []

    def work() -> None:
        for _ in range(50):
            shown = ads.ask()
            rounds.append(shown.round)
            ads.tell(shown, 0.5)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(rounds) == list(range(1, 201)) and ads.outstanding == 0


def test_a_client_survives_the_server(tmp_path: Path) -> None:
    twin = banker.Bandit(3, seed=7)
    with serving(tmp_path / "banker.db") as served, patient(served.url, backoff=0.01) as server:
        ads = server.create("ads", 3, seed=7)
        for how in (signal.SIGKILL, signal.SIGTERM):
            shown = [ads.ask() for _ in range(5)]
            assert shown == [twin.ask() for _ in range(5)]
            served.stop(how)
            assert not server.ready()
            served.start()
            assert server.ready()
            ads.tell_many(shown, losses=[0, 1, 0, 1, 0])
            twin.tell_many([decision.round for decision in shown], losses=[0, 1, 0, 1, 0])
        assert ads.probabilities().tolist() == twin.probabilities().tolist()


def test_a_server_that_comes_back_is_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path / "banker.db") as served, patient(served.url, retries=1000) as server:
        server.create("ads", 3, seed=7)
        served.stop()
        again = threading.Timer(0.3, served.start)
        again.start()
        assert server["ads"].ask().round == 1
        again.join()


# ---- Streams, tokens, TLS

def test_a_log_that_is_cut_off_is_not_taken_for_whole(tmp_path: Path) -> None:
    """A server that dies in the middle of a log."""
    about = b'{"name":"ads","spec":{},"arms":[0,1]}'
    answers = [b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(about), about),
               b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n5\r\n"]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def dying() -> None:
            for answer in answers:
                client, _ = listener.accept()
                with client:
                    client.recv(1 << 16)
                    client.sendall(answer)

        threading.Thread(target=dying, daemon=True).start()
        ads = banker.connect(f"http://127.0.0.1:{listener.getsockname()[1]}")["ads"]
        with pytest.raises(ConnectionError, match="cut off"):
            ads.save_log(tmp_path / "log.jsonl")
    assert not list(tmp_path.iterdir())


def test_events_tell_what_happens(server: banker.Server) -> None:
    happening = server.events()
    ads = server.create("ads", ["red", "green"], seed=7)
    mine = server.events("ads")
    other = server.create("other", 2)
    shown = ads.ask()
    ads.tell(shown, reward=1)
    ads.drop(ads.ask())
    server.delete("other")
    seen = [next(happening) for _ in range(7)]
    assert [event["event"] for event in seen] == ["create", "create", "ask", "tell", "ask", "drop", "delete"]
    assert [event["event"] for event in (next(mine), next(mine))] == ["ask", "tell"]
    asked, told = seen[2:4]
    assert (asked["bandit"], asked["id"], asked["arm"]) == ("ads", shown.id, shown.arm)
    assert (told["reward"], told["status"]) == (1, "settled") and other.name == seen[1]["bandit"]


def test_metrics_are_numbers(server: banker.Server) -> None:
    server.create("ads", 3).ask_many(5)
    metrics = server.metrics()
    assert [value for name, value in metrics.items() if name.startswith("banker_") and '"ads"' in name and value == 5]


def token(data: Path, roles: str) -> str:
    command = [PROGRAM, "token", "--data", data, "--role", roles]
    made = subprocess.run(command, capture_output=True, text=True, check=True)
    return made.stdout.split()[-1]


def test_tokens_open_what_they_are_for(tmp_path: Path) -> None:
    data = tmp_path / "banker.db"
    admin, ask, tell = (token(data, role) for role in ("admin", "ask", "tell"))
    with serving(data) as served:
        patient(served.url, admin).create("ads", 3, seed=7)
        shown = patient(served.url, ask)["ads"].ask()
        assert patient(served.url, tell)["ads"].tell(shown.id, 1).counted
        refused(PermissionError, 401, "token", lambda: banker.connect(served.url)["ads"])
        refused(PermissionError, 401, "token", lambda: banker.connect(served.url, "wrong")["ads"])
        refused(PermissionError, 403, "token", lambda: banker.connect(served.url, ask)["ads"].tell("r1", 1))
        refused(PermissionError, 403, "token", lambda: banker.connect(served.url, tell)["ads"].log())


def test_tls_is_checked(tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-days", "9", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True)
    with serving(tmp_path / "banker.db", "--tls-cert", str(certificate), "--tls-key", str(key)) as served:
        trusting = patient(served.url, verify=str(certificate))
        assert trusting.create("ads", 3, seed=7).ask().round == 1
        assert banker.connect(served.url, verify=False)["ads"].ask().round == 2
        with pytest.raises(ConnectionError, match="certificate"):
            banker.connect(served.url)["ads"]
        with pytest.raises(FileNotFoundError, match="absent.pem"):
            banker.connect(served.url, verify=tmp_path / "absent.pem")
        with pytest.raises(OSError, match="key.pem"):
            banker.connect(served.url, verify=key)
        with pytest.raises(ConnectionError, match="is it https"):
            banker.connect(served.url.replace("https", "http"), retries=1, backoff=0.01)["ads"]


# ---- Examples: in docstrings, in examples/clients, and on the pages

def docstrings() -> dict[str, doctest.DocTest]:
    finder, found = doctest.DocTestFinder(exclude_empty=True), {}
    for module in (CONNECT, _connect_bandit, _connect_errors, _connect_look, _connect_records, _connect_same):
        for name, thing in vars(module).items():
            if getattr(thing, "__module__", "") == module.__name__ or name.startswith(("Server", "Remote")):
                found.update({test.name: test for test in finder.find(thing, name, module=False) if test.examples})
    return found


DOCSTRINGS = docstrings()


@pytest.mark.parametrize("name", sorted(DOCSTRINGS))
def test_examples_of_docstrings_run(name: str, server: banker.Server) -> None:
    test, report = DOCSTRINGS[name], []
    test.globs = {"banker": banker, "np": np, "server": server, **vars(_connect_records), **vars(_connect_errors),
                  **vars(_connect_same)}
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=report.append)
    assert runner.failures == 0, "".join(report)


def test_the_verbs_have_examples() -> None:
    assert {f"RemoteBandit.{verb}" for verb in ("ask", "ask_many", "tell", "tell_many", "drop")} <= set(DOCSTRINGS)


CLIENTS = {
    "curl.sh": lambda served: ["sh", ROOT / "examples/clients/curl.sh", served.url],
    "client.py": lambda served: [sys.executable, ROOT / "examples/clients/client.py", served.url],
    "client.cpp": lambda served: [PROGRAM.parent / "examples/client", served.port],
}
SAID = {
    "curl.sh": '{"id":"visit 4711","round":1,"arm":"blue","probability":0.3333333333333334}\n',
    "client.py": "blue 0.3333333333333334\n",
    "client.cpp": "job-1 runs on oslo\ncounted\n",
}


@pytest.mark.parametrize("client", CLIENTS)
def test_the_clients_run_twice(client: str, server: banker.Server, served: Served) -> None:
    command = [str(part) for part in CLIENTS[client](served)]
    if not Path(command[-2]).exists():
        pytest.skip("the examples are not built")
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE)}
    for first in (True, False):
        done = subprocess.run(command, capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr
        if first or client != "client.py":  # whose ids are new
            assert SAID[client] in done.stdout, done.stdout


@pytest.mark.parametrize("page", ["docs/server.md", "docs/python.md"])
def test_the_sessions_of_a_page_run(page: str, server: banker.Server, served: Served, tmp_path: Path,
                                    monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks marked pycon, in one session, with the server's port in place of 8080."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks
    source = "\n".join(blocks).replace(":8080", f":{served.port}")
    test = doctest.DocTestParser().get_doctest(source, {"banker": banker}, page, None, None)
    report: list[str] = []
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    doctest.DocTestRunner(optionflags=flags).run(test, out=report.append)
    assert not report, "".join(report)


def test_a_bandit_is_moved_on_as_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs/upgrading.md").read_text(encoding="utf-8")
    (patch,) = re.findall(r"`(curl -X PATCH [^`]*)`", page)
    (in_python,) = re.findall(r"\| Python \| `([^`]*)`", page)
    (backup,) = re.findall(r"`(sqlite3 [^`]*)`", page)
    (migrate,) = re.findall(r"`banker (migrate --data [^`]*)`", page)

    def run(command: str) -> str:
        return subprocess.run(command, shell=True, cwd=tmp_path, check=True, stdout=subprocess.PIPE, text=True).stdout

    with serving(tmp_path / "banker.db") as served, patient(served.url) as server:
        ads = server.create("NAME", ["red", "green"], rule=1, seed=7)
        kept = ads.ask()
        run(backup)
        newest = ads.info()["newest_rule"]  # the page says 2
        assert json.loads(run(patch.replace("8080", str(served.port)).replace("2}", f"{newest}}}")))["rule"] == newest
        eval(in_python.replace("2", str(newest)), {"server": server})
        assert ads.info()["rule"] == newest and ads.tell(kept, reward=1).status == "settled"
        assert served.stop() == 0
    assert "NAME" in run(f"{PROGRAM} {migrate}")
    with serving(tmp_path / "try.db") as served, patient(served.url) as server:
        assert server["NAME"].info()["open"] == 1


def test_the_transcript_of_the_page_is_true() -> None:
    done = subprocess.run([ROOT / "tools/check_transcript.py", PROGRAM, ROOT / "docs/server.md"], capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stdout + done.stderr
