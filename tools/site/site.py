"""The hook of mkdocs.yml: makes build/docs-source of docs/, README.md, CHANGELOG.md and the files they link to.

In the repository a link leads to a file, wherever it is. In the site the README is the first page, and a source file
that a page links to is a page with its text. reference.py makes the pages of the reference.
"""

import json
import os
import re
import shutil
import sys
from pathlib import Path

from pymdownx.slugs import slugify

sys.path.insert(0, str(Path(__file__).parent))
import reference  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "build/docs-source"
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".py": "python", ".sh": "sh", ".txt": "cmake", ".json": "json", ".jsonl": "json"}
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def place_of(path):
    """Where a file of the repository is in the site."""
    if path in ("README.md", "CHANGELOG.md"):
        return {"README.md": "index.md", "CHANGELOG.md": "changelog.md"}[path]
    return path[len("docs/"):] if path.startswith("docs/") else f"source/{path}.md"


def put(place, text):
    (SOURCE / place).parent.mkdir(parents=True, exist_ok=True)
    (SOURCE / place).write_text(text, encoding="utf-8")


def with_links(path, text, wanted):
    """The text of a page with links for the site; files outside of docs/ are added to `wanted`."""

    def replace(found):
        target, _, anchor = found[2].partition("#")
        if not target or re.match("[a-z]+:", target):
            return found[0]
        there = os.path.normpath(os.path.join(os.path.dirname(path), target))
        if not (ROOT / there).exists():
            raise SystemExit(f"{path}: {target} does not exist")
        place = place_of(there)
        if place.startswith("source/"):
            wanted.add(there)
        link = os.path.relpath(place, os.path.dirname(place_of(path)) or ".")
        return found[1] + link + (f"#{anchor}" if anchor else "") + found[3]

    parts = re.split(r"(^[ ]*```.*?^[ ]*```[ ]*$)", text, flags=re.MULTILINE | re.DOTALL)  # every other one is code
    return "".join(part if n % 2 else LINK.sub(replace, part) for n, part in enumerate(parts))


def source_page(path):
    """A page with the text of a file, or the files of a folder."""
    here = ROOT / path
    if here.is_dir():
        files = sorted(file.name for file in here.iterdir() if file.is_file())
        for name in files:
            put(place_of(f"{path}/{name}"), source_page(f"{path}/{name}"))
        return f"# {path}\n\n" + "".join(f"- [{name}]({here.name}/{name}.md)\n" for name in files)
    return f"# {path}\n\n````{LANGUAGES.get(here.suffix, '')}\n{here.read_text(encoding='utf-8').rstrip()}\n````\n"


def on_config(config):
    shutil.rmtree(SOURCE, ignore_errors=True)
    pages = sorted(page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md"))
    wanted = set()
    for path in ["README.md", "CHANGELOG.md", *pages]:
        put(place_of(path), with_links(path, (ROOT / path).read_text(encoding="utf-8"), wanted))
    for path in wanted:
        put(place_of(path), source_page(path))
    shutil.copytree(ROOT / "docs/pictures", SOURCE / "pictures")
    shutil.copy(ROOT / "tools/site/site.css", SOURCE)
    shutil.copy(ROOT / "tools/site/favicon.svg", SOURCE)
    shutil.copytree(ROOT / "build/docs-cpp/html", SOURCE / "cpp")
    put("reference/python.md", reference.python(ROOT / "python"))
    put("reference/cpp.md", reference.cpp(ROOT / "build/docs-cpp/banker.tag"))
    config["docs_dir"] = str(SOURCE)
    version = re.search('BANKER_VERSION "(.*)"', (ROOT / "include/banker/version.hpp").read_text())[1]
    config["copyright"] = f"Banker {version}"
    config["mdx_configs"]["toc"]["slugify"] = slugify(case="lower")  # as links in the repository have it
    (decisions,) = [part["Decisions"] for part in config["nav"] if "Decisions" in part]
    decisions += [place_of(path) for path in pages if path.startswith("docs/decisions/")]
    return config


def on_post_build(config):
    """A page that is read from a file may not fetch the index of the search: here it is as a script. And doxygen links to headings
    of classes that it does not show."""
    site = Path(config["site_dir"])
    for page in site.glob("cpp/*.html"):
        text = page.read_text(encoding="utf-8")
        if 'id="nested-classes"' not in text and 'name="nested-classes"' not in text:
            page.write_text(text.replace('<a href="#nested-classes">Classes</a> &#124;', ""), encoding="utf-8")
    (site / "404.html").unlink()  # for servers that have the site at their root
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    (site / "search/index.js").write_text(f"__search = {{index: Promise.resolve({json.dumps(json.loads(index))})}}\n")
