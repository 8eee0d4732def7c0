#!/bin/sh
# check_readme.sh PROGRAM: the C++ examples of README.md and docs are the programs that are compiled and run, and the
# answers shown are those of the command.
set -eu
cd "$(dirname "$0")/.."
first_example() { awk '/^```cpp$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$1"; }
first_example README.md | diff - examples/hello.cpp
first_example docs/using.md | diff - examples/using.cpp
answers=$(mktemp)
trap 'rm -f "$answers"' EXIT
first_example docs/linear.md | diff - examples/weights.cpp
awk '/<<.END.$/ { inside = 1; next } /^END$/ { exit } inside' docs/linear.md | "$1" replay - >"$answers"
grep -Fxq "$(grep -m1 '^{"round":1,' docs/linear.md)" "$answers" || { echo "docs/linear.md: not the answer:"; head -1 "$answers"; exit 1; }
