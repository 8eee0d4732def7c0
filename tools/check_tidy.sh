#!/bin/sh
# check_tidy.sh BUILD: clang-tidy has nothing to say about the library, the server, the command and the Python module (.clang-tidy). Layers
# are read as one file, as BUILD compiles them: headers are parsed once.
set -eu
cd "$(dirname "$0")/.."
command -v clang-tidy >/dev/null || { echo "skipped: clang-tidy is not there"; exit 77; }
files=$(sed -n 's/^ *"file": "\(.*\)".*/\1/p' "$1/compile_commands.json" | grep -E '/CMakeFiles/(banker|banker_text|banker_server|banker_command|study_verbs|banker_module)\.dir/|/src/')
echo "$files" | xargs -P 2 -n 1 clang-tidy -p "$1" --quiet 2>/dev/null
