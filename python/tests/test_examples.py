"""The examples run, in short, and the code of docs/python.md says what the page says it does."""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import banker

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(banker.__file__).resolve().parents[1]
NO_DATA = 77

HAS_MATPLOTLIB = importlib.util.find_spec("matplotlib") is not None


def run(script: str, *arguments: object, status: int = 0) -> str:
    """What an example prints. It must end with the status, or with the one that says its data is missing."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "MPLBACKEND": "Agg", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, str(ROOT / "python/examples" / script), *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8")
    if done.returncode == NO_DATA != status:
        pytest.skip(done.stdout.strip())
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def test_hello_says_what_the_c_plus_plus_example_says() -> None:
    assert run("hello.py") == "red 0.315\ngreen 0.333\nblue 0.352\n"


def test_results_have_the_digits_of_the_page() -> None:
    assert run("results_figure.py", "--quick").endswith("same digits\n")


@pytest.mark.skipif(not HAS_MATPLOTLIB, reason="matplotlib is missing")
def test_the_figure_is_drawn(tmp_path: Path) -> None:
    run("results_figure.py", "--quick", "--out", tmp_path)
    assert (tmp_path / "python-worst-of-100.png").read_bytes().startswith(b"\x89PNG")


def test_speed_runs_every_contender() -> None:
    printed = run("speed.py", "--quick")
    for name in ("EXP3 in Python, lists", "EXP3 in Python, numpy"):
        assert name in printed
    for name in ("one batch", "batches of 1,000", "ask and tell"):
        assert f"banker, {name}" in printed and f"exp3, {name}" in printed


def test_threads_lose_no_round() -> None:
    printed = run("threads.py", "--quick")
    assert "40,000 distinct rounds" in printed
    assert "40,000 counted, 0 still open" in printed


def test_open_bandit_agrees_with_the_reference_figures_and_with_itself(tmp_path: Path) -> None:
    first = run("open_bandit.py", "--weeks", 5, *drawn(tmp_path))
    assert "inverse propensity 0.00301 ± 0.00077, self-normalised 0.00319" in first
    assert run("open_bandit.py", "--weeks", 5, *drawn(tmp_path)) == first


def test_open_bandit_without_data_says_so(tmp_path: Path) -> None:
    assert run("open_bandit.py", tmp_path, status=NO_DATA).startswith("no data: ")


def drawn(folder: Path) -> list[object]:
    """The options that draw pictures, where there is something to draw with."""
    return ["--out", folder] if HAS_MATPLOTLIB else []


# The page: its blocks share one namespace, as in one session, and run in the order in which they are read.
NEEDED = {".plot(": "matplotlib", ".frame(": "pandas"}


def blocks() -> list[tuple[int, str]]:
    """The ```python blocks of the page, each with the number of its first line."""
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    return [(text.count("\n", 0, found.start()) + 2, found.group(1))
            for found in re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)]


def missing(source: str) -> str | None:
    """The package a block needs and that is not there."""
    names = [package for sign, package in NEEDED.items() if sign in source]
    return next((name for name in names if importlib.util.find_spec(name) is None), None)


def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, object] = {"banker": banker}
    found = blocks()
    assert len(found) > 5
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for line, source in found:
        if missing(source):
            continue
        if ">>>" in source:
            test = doctest.DocTestParser().get_doctest(source, names, f"docs/python.md:{line}", None, line - 1)
            problems: list[str] = []
            runner.run(test, out=problems.append, clear_globs=False)
            names = test.globs
            assert not problems, "".join(problems)
        else:
            exec(compile("\n" * (line - 1) + source, str(ROOT / "docs/python.md"), "exec"), names)
