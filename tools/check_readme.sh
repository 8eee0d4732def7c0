#!/bin/sh
# check_readme.sh: the C++ examples of README.md and docs/using.md are the programs that are compiled and run.
set -eu
cd "$(dirname "$0")/.."
first_example() { awk '/^```cpp$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$1"; }
first_example README.md | diff - examples/hello.cpp
first_example docs/using.md | diff - examples/using.cpp
