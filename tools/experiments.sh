#!/bin/sh
# experiments.sh STOCKS TRIALS: the tables of docs/experiments.md. What needs data that is not there is left out.
set -eu
cd "$(dirname "$0")/.."
banker=build/release/banker
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
$banker run experiments/delays.json

heading "Growth (docs/lab.md)"
$banker scaling --agents banker-tinf
