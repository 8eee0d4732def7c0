#!/bin/sh
# results.sh [OPTION...]: runs suites/delay.json, or goes on where it was stopped, and prints the tables of docs/results.md:
# the scores of all agents, and for every number of arms the shares of the main agents in every cell. Runs are kept in
# build/results; throw it away when an agent has changed. Options such as --runs 2 are for banker run.
set -eu
cd "$(dirname "$0")/.."
# The main agents: the columns, as far as the suite has them.
main="banker,banker-tinf,banker-tinf spending=proportional,zimmert-seldin,zimmert-seldin tuning=advanced,delayed-exp3"
main="$main,delayed-tsallis,bold,dew,tsallis-inf,delayed-thompson"
shares() { build/release/banker run suites/delay.json --share-of uniform --out build/results --resume "$@"; }

# cells ARMS: of the Markdown table on standard input the rows with so many arms and the columns of the main agents.
cells() {
  awk -F ' *[|] *' -v arms="$1" -v main="$main" '
    NR == 1 {
      n = split(main, name, ",")
      for (i = 2; i < NF; ++i) place[$i] = i
      chosen[k = 1] = place["losses"]; chosen[++k] = place["delays"]
      for (i = 1; i <= n; ++i) if (name[i] in place) chosen[++k] = place[name[i]]
    }
    NR <= 2 || $place["arms"] == arms {
      line = "|"
      for (i = 1; i <= k; ++i) line = line " " $chosen[i] " |"
      print line
    }'
}

shares "$@"
table=$(mktemp)
trap 'rm -f "$table"' EXIT
shares "$@" --format markdown >"$table"
for arms in 4 16; do
  printf '\n%s arms\n\n' "$arms"
  cells "$arms" <"$table"
done
