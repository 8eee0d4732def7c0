#!/bin/sh
# tour.sh: the pictures of docs/tour.md, from the demo and a suite.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build/release/banker run examples/demo.json --out "$work/demo" >/dev/null
build/release/banker run suites/delay-small.json --share-of uniform --out "$work/suite" >/dev/null
cd web && CHROMIUM=$(command -v chromium) node tour.mjs "$work/demo" "$work/suite" ../docs/pictures
