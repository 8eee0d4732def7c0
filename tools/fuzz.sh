#!/bin/sh
# fuzz.sh SECONDS: runs every fuzzer that long, two at a time, from the inputs in tests/fuzz/corpus and the golden logs, and what
# earlier runs found in build/fuzz/corpus.
set -eu
cd "$(dirname "$0")/.."
if [ "$#" -eq 1 ]; then
  echo "every fuzzer for $1 seconds"
  find build/fuzz/tests/fuzz -maxdepth 1 -name '*_fuzz' | sort | xargs -n 1 -P 2 "$0" "$1"
  exit
fi
name=$(basename "$2")
corpus=build/fuzz/corpus/$name
mkdir -p "$corpus"
seeds=
[ -d "tests/fuzz/corpus/$name" ] && seeds=tests/fuzz/corpus/$name
[ "$name" = replay_fuzz ] && seeds=tests/golden
longest=20000
[ "$name" = journal_fuzz ] && longest=200000
if ! "$2" -max_total_time="$1" -max_len=$longest -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 \
    -artifact_prefix=build/fuzz/ "$corpus" $seeds >"build/fuzz/$name.log" 2>&1; then
  tail -n 40 "build/fuzz/$name.log"
  echo "$name failed: the input is in build/fuzz" >&2
  exit 255
fi
echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$name.log") inputs," \
  "$(sed -n 's/^stat::new_units_added: *//p' "build/fuzz/$name.log") of them new"
