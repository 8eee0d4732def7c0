#!/bin/sh
# busy.sh PROCESSES TIMES COMMAND...: runs COMMAND so many times in a row beside so many processes that only compute. Ends with the first failure.
# As in: busy.sh 6 3 ctest --preset release -R server_test
set -eu
if [ $# -lt 3 ]; then
  sed -n '2,3s/^# //p' "$0" >&2
  exit 2
fi
processes=$1 times=$2
shift 2
busy=
trap 'kill $busy' EXIT
for _ in $(seq "$processes"); do
  while :; do :; done &
  busy="$busy $!"
done
for time in $(seq "$times"); do
  echo "time $time of $times beside $processes busy processes"
  "$@"
done
