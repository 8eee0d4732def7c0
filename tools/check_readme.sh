#!/bin/sh
# check_readme.sh: the C++ example of README.md is examples/hello.cpp, which is compiled and run.
set -eu
cd "$(dirname "$0")/.."
awk '/^```cpp$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md | diff - examples/hello.cpp
