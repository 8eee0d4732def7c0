#!/bin/sh
# check_math.sh: results that feed the state come from core/elementary.hpp, not from the C library, whose bits depend
# on the CPU (docs/decisions/0004-own-elementary-functions.md). sqrt, fabs and the like are exact everywhere.
set -eu
cd "$(dirname "$0")/.."
functions='log|log1p|log2|log10|exp|exp2|expm1|pow|cbrt|hypot|fma|sin|cos|tan|tanh|atanh'
# The server computes nothing: a log there is a list of events.
find include src -regex '.*/\(store\|service\|http\)' -prune -o \( -name '*.hpp' -o -name '*.cpp' \) -print | sort | xargs awk -v functions="$functions" '
  FNR == 1 { own = 0 }
  /#include.*(elementary|ratio\.hpp)/ || FILENAME ~ /elementary/ { own = 1 }
  { sub(/\/\/.*/, "") }
  $0 ~ "std::(" functions ")\\(" { print FILENAME ":" FNR ": uses the C library:" $0; bad = 1 }
  !own && $0 ~ "(^|[^:_a-zA-Z0-9.>])(" functions ")\\(" { print FILENAME ":" FNR ": without elementary.hpp:" $0; bad = 1 }
  END { exit bad }'
