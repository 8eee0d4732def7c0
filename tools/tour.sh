#!/bin/sh
# tour.sh: the pictures of docs/tour.md, from the demo and a suite, and those of docs/dashboard.md, from the server with simulated visitors.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build/release/banker run examples/demo.json --out "$work/demo" >/dev/null
build/release/banker run suites/delay-small.json --share-of uniform --out "$work/suite" >/dev/null
cd web
CHROMIUM=$(command -v chromium)
export CHROMIUM
node tour.mjs "$work/demo" "$work/suite" ../docs/pictures
node tour_dash.mjs ../build/release/banker ../docs/pictures
