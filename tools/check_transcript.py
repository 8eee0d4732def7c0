#!/usr/bin/python3
"""check_transcript.py PROGRAM PAGE [--write]: the commands of a page's ```console blocks answer what the page says.

They run in one shell, in an empty folder, with PROGRAM as `banker` and a port that is free in place of 8080. What is
killed is waited for. Times differ from run to run and are not compared. With --write the page gets the answers.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile

MARK = "---- the command ends here ----"
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"


def blocks(page):
    """The console blocks of a page, as [start, end) of its text."""
    return [found.span(1) for found in re.finditer(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]


def commands(block):
    """(command, answer) for each "$ " of a block; a command goes on after a backslash."""
    found = []
    for line in block.splitlines(keepends=True):
        if found and not found[-1][1] and found[-1][0].endswith("\\\n"):
            found[-1][0] += line
        elif line.startswith("$ "):
            found.append([line, ""])
        else:
            found[-1][1] += line
    return found


def kept_port():
    """A socket with a port that the system gives to nobody else, also while a server is started again. As nobody listens
    on it here, the server may."""
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind(("127.0.0.1", 0))
    return kept


def until_it_ends(command):
    """Waits for what a command kills: it has its port and its file for a while yet."""
    killed = re.match(r"kill (?:-\w+ )?(\S+)", command)
    return f"while kill -0 {killed[1]} 2>/dev/null; do sleep 0.01; done\n" if killed else ""


def run(program, all_commands):
    """What each command answers."""
    with kept_port() as kept:
        return run_at(kept.getsockname()[1], program, all_commands)


def run_at(port, program, all_commands):
    script = "exec 2>&1\n"
    for command in all_commands:
        command = command[2:].replace("8080", str(port)).rstrip("\n")
        if command.endswith(" &"):
            command = command[:-2] + ("" if ">" in command else " >>served.txt") + " 2>&1 & disown $!"
        script += f"{command}\n{until_it_ends(command)}echo '{MARK}'\n"
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PATH": f"{os.path.dirname(program)}:{os.environ['PATH']}"}
        shell = subprocess.Popen(["bash", "-c", script], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True,
                                 start_new_session=True)
        try:
            said = shell.communicate()[0]
        finally:
            try:
                os.killpg(shell.pid, signal.SIGKILL)  # servers that still run
            except ProcessLookupError:
                pass
    return [answer.replace(f":{port}", ":8080") for answer in re.split(f"{MARK}\n", said)[: len(all_commands)]]


def ended(text):
    return text if not text or text.endswith("\n") else text + "\n"


def main():
    program, path = os.path.abspath(sys.argv[1]), sys.argv[2]
    with open(path, encoding="utf-8") as file:
        page = file.read()
    spans = blocks(page)
    shown = [commands(page[start:end]) for start, end in spans]
    answers = iter(run(program, [command for block in shown for command, _ in block]))
    played = [[(command, answer, ended(next(answers))) for command, answer in block] for block in shown]
    wrong = 0
    for (start, end), block in reversed(list(zip(spans, played))):  # from the end, so that places stay right
        text = ""
        for command, answer, said in block:
            if re.sub(TIME, "TIME", answer) != re.sub(TIME, "TIME", said):
                wrong += 1
                print(f"{path}: {command}says\n{answer}but the answer is\n{said}")
                answer = said
            text += command + answer
        page = page[:start] + text + page[end:]
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
    elif wrong or not spans:
        sys.exit(1)


main()
