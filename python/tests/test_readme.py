"""The Python of README.md runs, and so does the picture of docs/lab.md."""

import os
import re
from pathlib import Path

import banker

ROOT = Path(os.environ.get("BANKER_SOURCE_DIR", Path(__file__).parents[2]))


def block(page: str) -> str:
    """The one block of Python of a page."""
    (found,) = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    return found


def test_the_example_of_the_readme_runs(capsys):
    names = {}
    exec(block("README.md"), names)
    same = banker.Bandit(["red", "green", "blue"], seed=7)
    same.tell(same.ask_many(2)[1], reward=0)
    assert names["ads"].save() == same.save()
    assert capsys.readouterr().out == f"{same.probabilities()}\n"


def test_the_picture_of_the_lab_is_drawn():
    names = {"banker": banker}
    exec(block("docs/lab.md"), names)
    assert names["figure"].axes
