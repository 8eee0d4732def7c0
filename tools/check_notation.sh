#!/bin/sh
# Checks that the documentation names things that exist. Prints every failure; exit status 1 if there is one.
#  1. docs/notation.md: every table row is | symbol | `name` | `file` | ...; the file exists and holds the name as a word.
#  2. docs/ and README.md: every relative link, and every `path` below one of the folders listed in `folders`, exists.
#     Fenced code blocks are not looked at.
set -eu
cd "$(dirname "$0")/.."

notation=docs/notation.md
folders='include|src|apps|tests|tools|docs|examples|bench'
tab=$(printf '\t')

# The lines of a file outside fenced code blocks, as "number<tab>text".
prose() { awk '/^[ ]*```/ { fenced = !fenced; next } !fenced { print FNR "\t" $0 }' "$1"; }

# Table rows as "number<tab>name<tab>file", "-" where one is missing. Headers are followed by a line of dashes.
rows() {
  prose "$notation" | awk -F '\t' '
    function bare(cell) {
      gsub(/^[ ]+|[ ]+$/, "", cell)
      return cell ~ /^`[^`]+`$/ ? substr(cell, 2, length(cell) - 2) : "-"
    }
    function flush_row() {
      if (row != "") { split(row, cell, "|"); print at "\t" bare(cell[3]) "\t" bare(cell[4]) }
      row = ""
    }
    $2 ~ /^\|[-:| ]+\|$/ { row = ""; next }
    { flush_row() }
    $2 ~ /^\|/ { row = $2; at = $1 }
    END { flush_row() }'
}

check_rows() {
  [ -n "$(rows)" ] || echo "$notation: no table rows"
  rows | while IFS=$tab read -r line name file; do
    if [ "$name" = - ] || [ "$file" = - ]; then
      echo "$notation:$line: the row needs a \`name\` and a \`file\`"
    elif [ ! -f "$file" ]; then
      echo "$notation:$line: no file $file"
    else
      for part in $(echo "${name%"()"}" | sed 's/::/ /g'); do
        grep -Eq "(^|[^A-Za-z0-9_])$part([^A-Za-z0-9_]|\$)" "$file" ||
          echo "$notation:$line: $file does not contain $part"
      done
    fi
  done
}

# Relative links and paths in backticks as "kind<tab>line<tab>target".
targets() {
  prose "$1" | awk -F '\t' -v folders="$folders" '
    {
      rest = $2
      while (match(rest, /\]\([^)]+\)/)) {
        target = substr(rest, RSTART + 2, RLENGTH - 3)
        rest = substr(rest, RSTART + RLENGTH)
        sub(/#.*/, "", target)
        if (target != "" && target !~ /^[a-z]+:/) print "link\t" $1 "\t" target
      }
      rest = $2
      while (match(rest, /`[^`]+`/)) {
        target = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        if (target ~ "^(" folders ")/[^ ]*$") print "path\t" $1 "\t" target
      }
    }'
}

check_targets() {
  for page in README.md docs/*.md docs/*/*.md; do
    [ -f "$page" ] || continue
    targets "$page" | while IFS=$tab read -r kind line target; do
      case $kind in
        link) place=$(dirname "$page")/$target ;;
        *) place=$target ;;
      esac
      # Unquoted: a pattern such as tests/core/*_test.cpp must match something.
      set -- $place
      [ -e "$1" ] || echo "$page:$line: $kind $target does not exist"
    done
  done
}

failures=$(check_rows; check_targets)
[ -z "$failures" ] && exit 0
echo "$failures"
exit 1
