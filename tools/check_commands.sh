#!/bin/sh
# check_commands.sh PROGRAM: every command that docs/command.md shows runs; studies with fewer runs, and servers until they answer.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
ln -s "$PWD/suites" "$PWD/examples" "$work"
mkdir -p "$work/build/release"
ln -s "$(realpath "$1")" "$work/build/release/banker"
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/command.md | sed 's/ *#.*//' >"$work/lines"
cd "$work"

serve() {  # until it answers
  : >answer
  "$@" --port 0 >answer 2>&1 &
  server=$!
  until grep -q '^banker serves ' answer; do
    kill -0 "$server" || return
    sleep 0.1
  done
  kill "$server"
  wait "$server" || return
  server=
}
serve build/release/banker serve --data banker.db  # for migrate
ran=0
while read -r line; do
  case $line in
    *" serve "*) serve $line ;;
    *" run "*) $line --runs 1 >answer 2>&1 ;;
    *" scaling "*) $line --rounds 4096 --runs 8 >answer 2>&1 ;;
    *) $line >answer 2>&1 ;;
  esac || { echo "docs/command.md: $line"; cat answer; exit 1; }
  ran=$((ran + 1))
done <lines
[ "$ran" -gt 0 ] || { echo "docs/command.md has no commands"; exit 1; }
echo "$ran commands run"
