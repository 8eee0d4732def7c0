"""The Python of README.md runs, and shows what the C++ beside it shows."""

import os
import re
from pathlib import Path

import banker

README = Path(os.environ.get("BANKER_SOURCE_DIR", Path(__file__).parents[2])) / "README.md"


def test_the_example_of_the_readme_runs(capsys):
    (block,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    names = {}
    exec(block, names)
    same = banker.Bandit(["red", "green", "blue"], seed=7)
    same.tell(same.ask_many(2)[1], reward=0)
    same.drop(1)
    assert names["ads"].save() == same.save()
    assert capsys.readouterr().out == f"{same.probabilities()}\n"
