#!/bin/sh
# check_readme.sh PROGRAM: the C++ examples of docs are the programs that are compiled and run, the log is the example's, and the
# answers shown are those of the command. README.md is short.
set -eu
cd "$(dirname "$0")/.."
example() {  # language, page, which of them
  awk -v start="^\`\`\`$1\$" -v left="${3:-1}" '
    inside && /^```$/ { exit } inside { print } $0 ~ start && --left == 0 { inside = 1 }' "$2"
}
example cpp docs/using.md 1 | diff - examples/hello.cpp
example cpp docs/using.md 2 | diff - examples/using.cpp
example json docs/command.md | diff - examples/log.jsonl
[ "$(wc -w <README.md)" -le 1000 ] || { echo "README.md has more than 1,000 words"; exit 1; }
answers=$(mktemp)
trap 'rm -f "$answers"' EXIT
example cpp docs/linear.md | diff - examples/weights.cpp
example cpp docs/lab.md | diff - examples/own_losses.cpp
awk '/<<.END.$/ { inside = 1; next } /^END$/ { exit } inside' docs/linear.md | "$1" replay - >"$answers"
grep -Fxq "$(grep -m1 '^{"round":1,' docs/linear.md)" "$answers" || { echo "docs/linear.md: not the answer:"; head -1 "$answers"; exit 1; }

# Every event that a replay knows is in its help.
for event in $(printf '%s\n' '{"agent":"uniform","arms":2}' '[]' | "$1" replay - 2>&1 | grep -o '"[a-z]*"'); do
  "$1" replay --help | grep -qF "{$event:" || { echo "banker replay --help lacks the event $event"; exit 1; }
  found=yes
done
[ "${found:-}" ] || { echo "banker replay does not name its events"; exit 1; }

# What `banker compare` prints in docs/lab.md is what it prints, but for the times.
without_times() { sed -E 's/ +[0-9.,]+( +[0-9]+)$/\1/'; }
check_compare() {  # page, the lines of the command
  awk -v command="$2" '$0 ~ command { found = 1 } found && /^(bernoulli|matrix)/ { inside = 1 } /^```$/ { if (inside) exit } inside' "$1" |
    without_times >"$answers"
  shift 2
  "$@" | without_times | diff - "$answers"
}
check_compare docs/lab.md 'banker compare --agents banker,banker-tinf,delayed-exp3,zimmert-seldin' "$1" compare \
  --agents banker,banker-tinf,delayed-exp3,zimmert-seldin,tsallis-inf,uniform --losses bernoulli:gap=0.1 --delays fixed:100 \
  --arms 5 --rounds 100000 --runs 8
awk '/experiments\/late.json$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' docs/tour.md >"$answers"
"$1" run experiments/late.json | diff - "$answers"
check_compare docs/lab.md 'banker compare --agents banker,banker-tinf,delayed-exp3,tsallis-inf' "$1" compare \
  --agents banker,banker-tinf,delayed-exp3,tsallis-inf,uniform --losses bernoulli:gap=0.1 --delays geometric:50 --arms 5 \
  --rounds 20000 --runs 16
