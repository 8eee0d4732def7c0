#!/bin/sh
# experiments.sh STOCKS TRIALS: the tables of docs/experiments.md and docs/lab.md, compared with what is there. What
# needs data that is not there is left out.
set -eu
cd "$(dirname "$0")/.."
banker=build/release/banker
# Prints what it reads; complains about lines that the page does not have.
documented() {
  while IFS= read -r line; do
    printf '%s\n' "$line"
    [ -z "$line" ] || grep -Fxq -- "$line" "$1" || echo "$1 has another line here" >&2
  done
}
heading() { printf '\n== %s\n\n' "$1"; }

heading "Ten stocks, no delay (docs/experiments.md#ten-stocks)"
if [ -f "$1/sp10_rewards.csv" ]; then
  $banker compare --losses "matrix:file=$1/sp10_rewards.csv,reward=true" --delays none \
    --agents uniform,banker-sflbinf,sf-mab,umab-g,ahb --agent '{"agent":"umab-g","caution":0.25}' --rounds 1258 --runs 500
else
  echo "left out: no sp10_rewards.csv in $1"
fi

heading "A stroke trial (docs/experiments.md#a-stroke-trial)"
build/release/examples/stroke "$2" 2000 || test $? = 77

heading "Eleven agents, seven kinds of delay (docs/experiments.md#eleven-agents-seven-kinds-of-delay)"
$banker run experiments/delays.json | documented docs/experiments.md

heading "Growth (docs/lab.md)"
$banker scaling --agents banker-tinf | documented docs/lab.md
