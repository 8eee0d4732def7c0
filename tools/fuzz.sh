#!/bin/sh
# fuzz.sh SECONDS: runs every fuzzer that long, two at a time, from the inputs in tests/fuzz/corpus and the golden files, and what
#                  earlier runs found in build/fuzz/corpus, where new finds go. tests/ is only read.
# fuzz.sh --keep [NAME_fuzz...]: takes from build/fuzz/corpus what reaches more than the inputs of tests/fuzz/corpus do, the smallest
#                  first, as long as a fuzzer has at most 200 files and 300 kB there; of all fuzzers, or of these.
set -eu
cd "$(dirname "$0")/.."
fuzzers=build/asan/tests/fuzz
timeout=20  # seconds for one input

# The folders with inputs that are kept.
kept() {
  [ -d "tests/fuzz/corpus/$1" ] && echo "tests/fuzz/corpus/$1"
  case $1 in replay_fuzz | snapshot_fuzz) echo tests/golden ;; esac
}

longest() {
  case $1 in journal_fuzz) echo 200000 ;; *) echo 20000 ;; esac
}

# Where libFuzzer put the input a run failed with, if it names one.
failing_input() {
  sed -n 's/.*Test unit written to //p' "build/fuzz/$1.log" | tail -n 1
}

# The end of the log, and the input as text: a log may be all that is left of a machine.
explain() {
  input=$(failing_input "$1")
  {
    tail -n 40 "build/fuzz/$1.log"
    echo "$1 failed: the whole of it is in build/fuzz/$1.log"
    if [ -f "$input" ] && [ "$(wc -c <"$input")" -le 20000 ]; then
      echo "see it again: base64 -d >input <<END; $fuzzers/$1 input"
      base64 "$input"
      echo END
    fi
  } >&2
}

# An input that takes too long does so every time. If it takes half of that at most when run alone, the machine stood still.
stood_still() {
  input=$(failing_input "$1")
  case $input in
    build/fuzz/timeout-*) "$fuzzers/$1" -timeout=$((timeout / 2)) "$input" >"build/fuzz/$1.again.log" 2>&1 ;;
    *) false ;;
  esac
}

# One fuzzer for so many seconds.
fuzz() {
  name=$(basename "$2")
  corpus=build/fuzz/corpus/$name
  mkdir -p "$corpus"
  tries=3
  until "$2" -max_total_time="$1" -max_len="$(longest "$name")" -timeout="$timeout" -rss_limit_mb=4096 -print_final_stats=1 \
      -artifact_prefix=build/fuzz/ "$corpus" $(kept "$name") >"build/fuzz/$name.log" 2>&1; do
    tries=$((tries - 1))
    if [ "$tries" -eq 0 ] || ! stood_still "$name"; then
      explain "$name"
      exit 1
    fi
    echo "$name: an input took over $timeout s, and little when run alone: the machine stood still; once more"
  done
  echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$name.log") inputs," \
    "$(sed -n 's/^stat::new_units_added: *//p' "build/fuzz/$name.log") of them new"
}

# -merge=1 adds to its first folder, a copy of what is kept, what reaches more than is in there, small inputs first.
keep() {
  name=$1
  folder=tests/fuzz/corpus/$name
  found=build/fuzz/found/$name
  rm -rf "$found"
  mkdir -p "$folder" "$found" "build/fuzz/corpus/$name"
  for kept in $(kept "$name"); do find "$kept" -type f -exec cp {} "$found" \;; done
  find "$found" -type f | sed 's|.*/||' | sort >"$found.known"
  if ! "$fuzzers/$name" -merge=1 -max_len="$(longest "$name")" -timeout="$timeout" -rss_limit_mb=4096 \
      -artifact_prefix=build/fuzz/ "$found" "build/fuzz/corpus/$name" >"build/fuzz/$name.log" 2>&1; then
    explain "$name"
    exit 1
  fi
  files=$(find "$folder" -type f | wc -l)
  bytes=$(find "$folder" -type f -printf '%s\n' | awk '{ n += $1 } END { print n + 0 }')
  new=0
  for file in $(find "$found" -type f -printf '%s %f\n' | sort -n | cut -d ' ' -f 2 | grep -vxFf "$found.known"); do
    size=$(wc -c <"$found/$file")
    [ "$files" -lt 200 ] && [ $((bytes + size)) -le 300000 ] || break
    cp "$found/$file" "$folder/$file"
    files=$((files + 1)) bytes=$((bytes + size)) new=$((new + 1))
  done
  echo "$name: $new more inputs are kept: $files files, $bytes bytes"
}

case "$#-${1:-}" in
  *---keep)
    shift
    [ "$#" -gt 0 ] || set -- $(find "$fuzzers" -maxdepth 1 -name '*_fuzz' | sed 's|.*/||' | sort)
    for name; do keep "$name"; done ;;
  1-*)
    echo "every fuzzer for $1 seconds"
    find "$fuzzers" -maxdepth 1 -name '*_fuzz' | sort | xargs -n 1 -P 2 "$0" "$1" ;;
  2-*) fuzz "$1" "$2" ;;
  *)
    sed -n '2,/^set/s/^# *//p' "$0" >&2
    exit 2 ;;
esac
