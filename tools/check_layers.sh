#!/bin/sh
# check_layers.sh: a file includes only its own layer or one above it in this list, and public headers only the standard library.
set -eu
cd "$(dirname "$0")/.."
layers="core mirror body bank scale estimate agent lab store service http"
find include/banker src -name '*.hpp' -o -name '*.cpp' | sort | xargs awk -v layers="$layers" '
  BEGIN { n = split(layers, list, " "); for (i = 1; i <= n; ++i) rank[list[i]] = i }
  FNR == 1 { own = FILENAME; sub(/^(include\/banker|src)\//, "", own); sub(/\/.*/, "", own) }
  /^#include/ {
    name = $2; gsub(/["<>]/, "", name)
    if (FILENAME ~ /^include/ && name !~ /^banker\// && name ~ /[\/.]/)
      { print FILENAME ": public headers include the standard library only, not " name; bad = 1 }
    if (name == "banker/banker.hpp") name = "banker/agent/banker.hpp"
    if (FILENAME ~ /^src/ && name ~ /^(Random123|hwy)\// && own != "core" || name ~ /^nlohmann/ && rank[own] < rank["agent"])
      { print FILENAME ": " own " may not include " name; bad = 1 }
    other = name; sub(/^(banker\/|(\.\.\/)+)/, "", other)
    if (name !~ /^(banker|\.\.)\// || other !~ /\//) next
    sub(/\/.*/, "", other)
    if (!(other in rank)) { print FILENAME ": " name " is in no layer"; bad = 1 }
    else if ((own in rank) && rank[other] > rank[own]) { print FILENAME ": " own " may not include " name; bad = 1 }
  }
  END { exit bad }'
