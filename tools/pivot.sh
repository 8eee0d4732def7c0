#!/bin/sh
# pivot.sh: the CSV of `banker run` as a table per kind of losses: a row per agent, a column per kind of delay.
exec awk '
  # The cells of a line of CSV whose texts are in quotes.
  function cells(line, out,    n, text) {
    n = 0
    while (line != "") {
      if (substr(line, 1, 1) == "\"") {
        text = ""
        while (match(line, /^"[^"]*"/)) { text = text substr(line, 2, RLENGTH - 2); line = substr(line, RLENGTH + 1) }
      } else { match(line, /^[^,]*/); text = substr(line, 1, RLENGTH); line = substr(line, RLENGTH + 1) }
      out[++n] = text
      sub(/^,/, "", line)
    }
  }
  NR == 1 { next }
  {
    cells($0, c)
    if (!(c[1] in seen)) { seen[c[1]]; losses[++L] = c[1] }
    if (!(c[2] in seen)) { seen[c[2]]; delays[++D] = c[2] }
    if (!(c[5] in seen)) { seen[c[5]]; agents[++A] = c[5]; if (length(c[5]) > wide) wide = length(c[5]) }
    regret[c[1], c[2], c[5]] = c[7]
  }
  END {
    for (l = 1; l <= L; ++l) {
      if (l > 1) printf "\n"
      printf "%-" wide "s", losses[l]
      for (d = 1; d <= D; ++d) printf "  %7s", delays[d]
      printf "\n"
      for (a = 1; a <= A; ++a) {
        printf "%-" wide "s", agents[a]
        for (d = 1; d <= D; ++d) {
          width = length(delays[d]) > 7 ? length(delays[d]) : 7
          printf "  %" width ".0f", regret[losses[l], delays[d], agents[a]]
        }
        printf "\n"
      }
    }
  }'
