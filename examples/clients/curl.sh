#!/bin/sh
# curl.sh [ADDRESS]: a decision and its outcome with nothing but curl. BANKER_TOKEN has the token, if the server wants one.
set -eu
bandits=${1:-http://127.0.0.1:8080}/v1/bandits
send() {  # path, body, options: sent again if the server is busy or away; every request here may be
  path=$1 body=$2
  shift 2
  curl -sS --retry 5 --retry-connrefused ${BANKER_TOKEN:+-H "Authorization: Bearer $BANKER_TOKEN"} -d "$body" "$@" "$bandits$path"
}
post() {
  send "$1" "$2" --fail-with-body -w '\n'
}

# Once. A name that is taken is answered 409: the bandit is there already.
answer=$(send "" '{"name":"colours","agent":"banker","arms":["red","green","blue"],"seed":7}' -w '\n%{http_code}')
case $answer in
  *201) ;;
  *409) echo "colours is there already" ;;
  *) echo "$answer" >&2; exit 1 ;;
esac
# The id is yours: the order, the visit, the job. Asked again, it is the same decision.
post /colours/ask '{"decision_id":"visit 4711"}'
post /colours/ask '{"decision_id":"visit 4711"}'
# Minutes or days later, in any order. In a path the id is percent-encoded.
post /colours/decisions/visit%204711/tell '{"reward":1}'
# Many at once: ask for decisions, tell outcomes.
post /colours/ask '{"decision_ids":["visit 4712","visit 4713"]}'
post /colours/tell '{"outcomes":[{"id":"visit 4713","reward":0},{"id":"visit 4712","loss":0.5}]}'
