#!/bin/sh
# check_arm64.sh: builds what decides for arm64, runs it under qemu, and compares every golden log with its answers, byte for byte.
# Libraries for arm64 cannot be installed beside the native ones. These layers need their headers only: Highway's kernels are built for one
# instruction set, and of zlib tools/replay_main.cpp has the one function.
set -eu
cd "$(dirname "$0")/.."
work=build/arm64
rm -rf $work
mkdir -p $work
# As in CMakeLists.txt: layers compile together, but for the kernels and the JSON library.
together() { printf "#include \"$PWD/%s\"\n" $(find "$@" -name '*.cpp' ! -path src/core/kernels.cpp ! -path src/agent/json.cpp | sort); }
together src/core src/mirror src/body src/bank src/scale src/estimate >$work/engine.cpp
together src/agent >$work/agent.cpp
printf '%s\n' $work/engine.cpp $work/agent.cpp src/core/kernels.cpp src/agent/json.cpp tools/replay_main.cpp |
  xargs -P 2 -I {} sh -c 'aarch64-linux-gnu-g++ -std=c++20 -O2 -DNDEBUG -DHWY_COMPILE_ONLY_STATIC -ffp-contract=off -Wno-psabi \
    -Iinclude -Isrc -c {} -o "$0/$(basename {} .cpp).o"' $work
aarch64-linux-gnu-g++ -static $work/*.o -o $work/replay
passed=0
for answers in tests/golden/*.out.jsonl; do
  qemu-aarch64 $work/replay <"${answers%.out.jsonl}.jsonl" | cmp - "$answers"
  passed=$((passed + 1))
done
echo "arm64: $passed golden logs give the same bytes"
