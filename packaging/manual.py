#!/usr/bin/env python3
"""manual.py PROGRAM FOLDER: the man page of the command and what shells complete, from what it answers to --help.

A line of --help that is not understood ends it with a message, so nothing is left out.
"""

import gzip
import re
import subprocess
import sys
from pathlib import Path

# A verb, a positional or an option: names, value, and in column 30 what it is for, or on the next line where there is no room.
ITEM = re.compile(
    r"  (?P<names>\S+)"
    r"(?: (?P<type>TEXT|UINT|INT|FLOAT)(?::(?:\{(?P<choices>[^}]*)\}|INT in \[(?P<low>\S+) - (?P<high>\S+)\]))?"
    r"(?:=(?P<default>\S+))?(?P<many> \.\.\.)?(?: REQUIRED)?(?: Needs: (?P<needs>\S+))?)?(?: Excludes: \S+)?"
    r"(?: +(?P<help>\S.*))?"
)
VALUES = {None: "", "TEXT": "TEXT", "UINT": "N", "INT": "N", "FLOAT": "X"}


class Item:
    def __init__(self, line):
        match = ITEM.fullmatch(line)
        if not match or match["help"] and match.start("help") != 30:
            sys.exit(f"manual.py: --help has a line that ITEM in packaging/manual.py does not match: {line}")
        self.names = match["names"].split(",")
        self.long = self.names[-1]
        self.choices = match["choices"].split(",") if match["choices"] else []
        self.value = "|".join(self.choices) or VALUES[match["type"]]
        self.help = match["help"] or ""
        self.notes = [text for key, text in (
            ("low", f"{match['low']} to {match['high']}"), ("default", f"default {match['default']}"),
            ("needs", f"needs {match['needs']}")) if match[key]]

    def text(self):
        return self.help + (f" ({'; '.join(self.notes)})" if self.notes else "")


class Page:
    """What `banker VERB --help` says."""

    def __init__(self, program, *verb):
        said = subprocess.run([program, *verb, "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
        head, _, self.footer = said.partition("\nExample:\n")
        self.title, usage, *lines = head.split("\n")
        self.usage = usage.removeprefix("Usage: ")
        parts = {"Positionals": [], "Options": [], "Subcommands": []}
        for line in lines:
            heading = re.fullmatch(r"( *)(\w+):", line)
            if heading:
                indent, items = len(heading[1]), parts[heading[2]]
            elif line.startswith(" " * 30):
                items[-1].help = line.strip()
            elif line.strip() and "[" not in line[:3]:  # of a group of options is said how many there must be
                items.append(Item(line[indent:]))
        self.positionals, self.options, self.verbs = parts.values()


def roff(text):
    for plain, escaped in (("\\", r"\e"), ("-", r"\-"), ("'", r"\(aq"), ("`", r"\(ga"), ("^", r"\(ha"), ("~", r"\(ti")):
        text = text.replace(plain, escaped)
    return re.sub(r"^\.", r"\\&.", text, flags=re.M)


def items_page(items):
    """A list: what is typed in bold, values in italics."""
    for item in items:
        names = ", ".join(f"\\fB{roff(name)}\\fR" for name in item.names)
        value = f" \\fI{roff(item.value)}\\fR" if item.value else ""
        yield f".TP\n{names}{value}\n{roff(item.text())}"


def footer_page(text, said):
    """Lines that are indented stay as they are, the others are filled; what was said of another verb is not said again."""
    for paragraph in text.strip("\n").split("\n\n"):
        if paragraph in said:
            yield f".PP\nWhat \\fB{said[paragraph]}\\fR says of losses and delays holds here, too."
            continue
        for kept, filled in re.findall(r"((?:^ .*\n?)+)|((?:^\S.*\n?)+)", paragraph, flags=re.M):
            filled = re.sub(r"\n(?=\w+:$)", "\n.PP\n", roff(filled.rstrip()), flags=re.M)
            yield f".PP\n.EX\n{roff(kept.rstrip())}\n.EE" if kept else f".PP\n{filled}"


def man_page(version, top, verbs):
    yield f'.TH BANKER 1 "" "{version}" "User Commands"\n.nh\n.ad l'
    yield ".SH NAME\nbanker \\- decisions whose outcome comes late"
    yield ".SH SYNOPSIS"
    for page in verbs.values():
        name, *rest = page.usage.split(" ", 2)
        yield f"\\fB{name} {rest[0]}\\fR {roff(' '.join(rest[1:]))}\n.br"
    yield f".SH DESCRIPTION\n{roff(top.title)}"
    yield from items_page(top.options)
    said = {}
    for verb, page in verbs.items():
        yield f".SH BANKER {verb.upper()}\n{roff(page.title)}."
        yield from items_page(page.positionals + page.options[1:])  # without --help
        yield from footer_page("Example:\n" + page.footer, said)
        said.update((part, f"banker {verb}") for part in page.footer.strip("\n").split("\n\n") if part not in said)
    yield ".SH EXIT STATUS\n0: done. 1: ran, but failed. 2: what was asked for is wrong; a message says how."


def bash(top, verbs):
    yield "_banker() {\n  local word=${COMP_WORDS[COMP_CWORD]} words= verb=${COMP_WORDS[1]}"
    yield "  [ $COMP_CWORD = 1 ] && verb="
    yield "  case $verb:${COMP_WORDS[COMP_CWORD-1]} in"
    yield f"    :*) words='{' '.join([*verbs, *(option.long for option in top.options)])}' ;;"
    for verb, page in verbs.items():
        values = {}
        for option in page.options:
            if option.value:
                values.setdefault(" ".join(option.choices), []).append(f"{verb}:{option.long}")
        for choices, options in values.items():
            yield f"    {' | '.join(options)}) words='{choices}' ;;"
        yield f"    {verb}:*) {'[[ $word != -* ]] || ' * bool(page.positionals)}words='{' '.join(o.long for o in page.options)}' ;;"
    yield '  esac\n  COMPREPLY=($(compgen -W "$words" -- "$word"))\n}'
    yield "complete -o default -F _banker banker"  # a file where there are no words


def zsh(top, verbs):
    def quoted(text):
        return "'" + text.replace("'", "'\\''") + "'"

    def described(item):
        text = re.sub(r"([\[\]\\])", r"\\\1", item.text())
        value = f":{item.value}:" + (f"({' '.join(item.choices)})" if item.choices else "_files") if item.value else ""
        return quoted(f"{item.long}[{text}]{value}")

    yield "#compdef banker"
    yield f"local -a verbs=({' '.join(quoted(f'{verb}:{page.title}') for verb, page in verbs.items())})"
    yield "if (( CURRENT == 2 )); then\n  _describe verb verbs\n  return\nfi"
    yield "shift words\n(( CURRENT-- ))\ncase $words[1] in"
    for verb, page in verbs.items():
        parts = [described(option) for option in page.options] + [quoted(f":{item.long}:_files") for item in page.positionals]
        yield f"  {verb}) _arguments {' '.join(parts)} ;;"
    yield "esac"


def fish(top, verbs):
    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    for verb, page in verbs.items():
        yield f"complete -c banker -n __fish_use_subcommand -f -a {verb} -d {quoted(page.title)}"
        for option in page.options:
            kind = f" -x -a '{' '.join(option.choices)}'" if option.choices else " -r" if option.value else ""
            yield (f"complete -c banker -n '__fish_seen_subcommand_from {verb}' -l {option.long[2:]}{kind} "
                   f"-d {quoted(option.text())}")


program, folder = sys.argv[1], Path(sys.argv[2])
version = subprocess.run([program, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
top = Page(program)
verbs = {item.long: Page(program, item.long) for item in top.verbs}
folder.mkdir(parents=True, exist_ok=True)
page = "\n".join(man_page(version, top, verbs)) + "\n"
(folder / "banker.1.gz").write_bytes(gzip.compress(page.encode(), mtime=0))
for name, write in (("banker", bash), ("_banker", zsh), ("banker.fish", fish)):
    (folder / name).write_text("\n".join(write(top, verbs)) + "\n")
