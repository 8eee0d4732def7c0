#!/bin/sh
# fuzz.sh SECONDS: runs every fuzzer that long, from the golden logs and what earlier runs found in build/fuzz/corpus.
set -eu
cd "$(dirname "$0")/.."
for fuzzer in build/fuzz/tests/fuzz/*_fuzz; do
  name=$(basename "$fuzzer")
  corpus=build/fuzz/corpus/$name
  mkdir -p "$corpus"
  seeds=
  [ "$name" = replay_fuzz ] && seeds=tests/golden
  echo "$name: $1 seconds"
  if ! "$fuzzer" -max_total_time="$1" -max_len=20000 -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
      -artifact_prefix=build/fuzz/ "$corpus" $seeds >"build/fuzz/$name.log" 2>&1; then
    tail -n 40 "build/fuzz/$name.log"
    echo "$name failed: the input is in build/fuzz" >&2
    exit 1
  fi
  grep -E "number_of_executed_units|new_units_added" "build/fuzz/$name.log" | sed 's/^stat::/  /'
done
