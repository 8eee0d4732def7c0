#!/usr/bin/python3
"""check_adding.py LIBRARY: the agents of docs/adding_an_agent.md are made as the page says, and play.

Works in a copy of the sources: the layer of the agents is compiled with the blocks of the page in it, the others are those of LIBRARY.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/adding_an_agent.md").read_text(encoding="utf-8")
OWN_RULE = """#include <banker/banker.hpp>
int main() {
%s
  return agent && (*agent)->ask() && again ? 0 : 1;
}
"""


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def insert(path, place, text):
    """Puts the text behind the one place that the expression finds."""
    changed, places = re.subn(place, lambda found: found[0] + text, path.read_text(encoding="utf-8"))
    if places != 1:
        sys.exit(f"docs/adding_an_agent.md: {path.name} has {places} places for\n{text}")
    path.write_text(changed, encoding="utf-8")


def follow_the_page(copy):
    """Puts its blocks where it says: in a new file, or in one that is there. Returns what is of no file."""
    loose = []
    for block in blocks("cpp"):
        named = re.match(r"// ((?:include|src)/\S+)\n", block)
        if not named:
            loose.append(block)
        elif not (copy / named[1]).exists():
            (copy / named[1]).write_text(block, encoding="utf-8")
        else:
            insert(copy / named[1], r"#pragma once\n" if "#include" in block else r"\nnamespace banker \{\n", block)
    line, own_rule = loose
    insert(copy / "src/agent/spec.cpp", r"#define BANKER_CATALOG.*\\\n", line + line.replace("BankerEntropy", "Exp3Mixed"))
    return own_rule


def build(copy, library, program, *sources):
    subprocess.run(["c++", "-std=c++20", "-O0", "-ffp-contract=off", f"-I{copy}/include", f"-I{copy}/src", *sources, copy / "agents.o", library,
                    "-lz", "-lhwy", "-pthread", "-o", copy / program], check=True)
    return copy / program


def main():
    library = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("include", "src"):
            shutil.copytree(ROOT / part, copy / part)
        (copy / "own_rule.cpp").write_text(OWN_RULE % follow_the_page(copy), encoding="utf-8")
        agents = "".join(f'#include "{file}"\n' for file in sorted((copy / "src/agent").rglob("*.cpp")))
        subprocess.run(["c++", "-std=c++20", "-O0", "-ffp-contract=off", f"-I{copy}/include", f"-I{copy}/src", "-x", "c++", "-", "-c",
                        "-o", copy / "agents.o"], input=agents, text=True, check=True)
        replay = build(copy, library, "replay", ROOT / "tools/replay_main.cpp")
        (shown,) = [block for block in blocks("sh") if "banker replay -" in block]
        play = shown[shown.index("printf"):].replace("build/release/banker replay -", str(replay))
        for agent in ("banker-entropy", "exp3-mixed"):
            said = subprocess.run(["sh", "-c", play.replace("banker-entropy", agent)], stdout=subprocess.PIPE, text=True, check=True).stdout
            if said.count("\n") != 2:
                sys.exit(f"docs/adding_an_agent.md: {agent} answers {said}")
        subprocess.run([build(copy, library, "own_rule", copy / "own_rule.cpp")], check=True)


main()
