#!/bin/sh
# results.sh [OPTION...]: runs the suites, or goes on where it was stopped, and puts their tables into docs/results.md, between
# "<!-- made by make results: NAME -->" and "<!-- end -->". Runs are kept in build/results; throw it away when an agent
# has changed. Options such as --runs 2 are for banker run.
set -eu
cd "$(dirname "$0")/.."
page=docs/results.md
table=$(mktemp)
trap 'rm -f "$table" "$page.new"' EXIT

# suite NAME [OPTION...]: leaves its tables in build/results/NAME/results.md.
suite() {
  name=$1
  shift
  echo "suites/$name.json" >&2
  build/release/banker run "suites/$name.json" --out "build/results/$name" --resume "$@" >/dev/null
}

# fill NAME: what is between the marks of NAME becomes standard input.
fill() {
  cat >"$table"
  awk -v name="$1" -v table="$table" '
    !inside { print }
    $0 == "<!-- made by make results: " name " -->" {
      print ""
      while ((getline line < table) > 0) print line
      print ""
      inside = found = 1
    }
    inside && $0 == "<!-- end -->" { print; inside = 0 }
    END { exit !found || inside }' "$page" >"$page.new" || { echo "$page has no marks of $1" >&2; exit 1; }
  mv "$page.new" "$page"
}

# The tables of shares: first the scores, then after an empty line the cells, whose third column is the number of arms.
scores() { sed '/^$/,$d' build/results/delay/results.md; }
cells() {
  awk -F ' *[|] *' -v arms="$1" '
    start && (NR <= start + 2 || $4 == arms)
    /^$/ { start = NR }' build/results/delay/results.md
}

suite delay --share-of uniform "$@"
for name in tails signed nonnegative; do suite "$name" "$@"; done
scores | fill scores
for arms in 4 16; do cells "$arms" | fill "delay-$arms"; done
for name in tails signed nonnegative; do fill "$name" <"build/results/$name/results.md"; done
