#!/bin/sh
# check_arm64.sh: builds the program for arm64, runs it under qemu, and compares every golden log with its answers, byte for byte.
set -eu
cd "$(dirname "$0")/.."
work=build/arm64
mkdir -p $work/include
for library in nlohmann Random123 CLI hwy; do ln -sfn /usr/include/$library $work/include/$library; done
cmake -DFILE=web/dist/report.html -DOUT=$work/report_page_bytes.cpp -DNAME=kReportPage -P cmake/embed.cmake
# A zlib for arm64 cannot be installed beside the native one: the program is built without gzip files. Nor can Highway:
# the kernels are built for one instruction set, which needs its headers only.
aarch64-linux-gnu-g++ -std=c++20 -O2 -DNDEBUG -DBANKER_WITHOUT_ZLIB -DHWY_COMPILE_ONLY_STATIC -ffp-contract=off \
  -Wno-psabi -static -Iinclude -Isrc -isystem $work/include $(find src apps -name "*.cpp") $work/report_page_bytes.cpp -o $work/banker
passed=0
for answers in tests/golden/*.out.jsonl; do
  log=${answers%.out.jsonl}.jsonl
  qemu-aarch64 $work/banker replay "$log" | cmp - "$answers"
  passed=$((passed + 1))
done
echo "arm64: $passed golden logs give the same bytes"
