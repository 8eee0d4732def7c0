#!/bin/sh
# check_format.sh: the code has the one style (make format).
set -eu
cd "$(dirname "$0")/.."
find include src apps examples bench tests python -name '*.hpp' -o -name '*.cpp' | xargs clang-format --dry-run -Werror
