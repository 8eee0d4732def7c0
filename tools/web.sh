#!/bin/sh
# web.sh install          what web/package-lock.json names, into web/node_modules
# web.sh build [FOLDER]   the pages of a report and of the server, into web/dist or FOLDER
# web.sh test             pure logic
# web.sh dist             types; then whether web/dist is what its sources make
# web.sh browser PROGRAM [some|I/N]  reports and the server of PROGRAM in Chromium: all tests, some of them, or of the others part I of N
# web.sh site FOLDER      the documentation of `make docs` in Chromium: its search without a network, light and dark, on a phone
# web.sh bench PROGRAM    how long the largest report takes to open there
# web.sh bench-dash PROGRAM FOLDER  how fast the dashboard opens on the journal that bench/dash --keep FOLDER made, and what ten cost
# The tests are skipped with a message (status 77) where nothing is installed.
set -eu
from=$PWD
cd "$(dirname "$0")/../web"
export npm_config_fund=false npm_config_audit=false npm_config_update_notifier=false npm_config_loglevel=error
[ -w "${HOME:-/}" ] || export npm_config_cache="$PWD/../build/npm"

# A path as it was meant where this was called.
absolute() {
  case $1 in
    /*) echo "$1" ;;
    *) echo "$from/$1" ;;
  esac
}

needs() {
  [ -d node_modules/vitest ] && command -v node >/dev/null || { echo "skipped: run tools/web.sh install first"; exit 77; }
}

needs_browser() {
  needs
  command -v "${CHROMIUM:-chromium}" >/dev/null || { echo "skipped: chromium is not there"; exit 77; }
}

build() {  # into a folder that is emptied
  npx vite build --logLevel warn --outDir "$1" --emptyOutDir
  npx vite build --logLevel warn --outDir "$1" --mode dash --emptyOutDir=false
}

case ${1:-} in
  install)
    [ node_modules/.package-lock.json -nt package-lock.json ] && [ node_modules/.package-lock.json -nt package.json ] && exit 0
    echo "Installing what web/ needs"
    npm ci
    touch node_modules/.package-lock.json
    ;;
  build)
    needs
    build "${2:-dist}"
    ;;
  test)
    needs
    npx vitest run --pool=threads --no-isolate  # pure logic leaves nothing behind
    ;;
  dist)
    needs
    npx tsc --noEmit
    fresh=$(mktemp -d)
    trap 'rm -rf "$fresh"' EXIT
    build "$fresh"
    for page in report.html dash.html; do
      cmp "$fresh/$page" "dist/$page" || { echo "web/dist is not what web/src makes: run make web and commit it"; exit 1; }
    done
    ;;
  browser)
    needs_browser
    some="values offline dash_numbers dash_restart"  # a report, and a live page, for `make test`
    case ${3:-} in
      "") set -- "$2" ;;
      some) set -- "$2" $(printf '/%s.test.ts ' $some) ;;
      *) set -- "$2" "--shard=$3" $(printf -- '--exclude=tests/browser/%s.test.ts ' $some) ;;
    esac
    program=$(absolute "$1")
    shift
    BANKER_PROGRAM=$program npx vitest run --config vitest.browser.ts "$@"
    ;;
  site)
    needs_browser
    site=$(absolute "$2")
    [ -f "$site/index.html" ] || { echo "skipped: $site is not there, make docs makes it"; exit 77; }
    BANKER_SITE=$site npx vitest run --config vitest.browser.ts
    ;;
  bench)
    needs_browser
    BANKER_PROGRAM=$(absolute "$2") npx vite-node bench/open.ts
    ;;
  bench-dash)
    needs_browser
    BANKER_PROGRAM=$(absolute "$2") BANKER_JOURNAL=$(absolute "$3") npx vite-node bench/dash.ts
    ;;
  *)
    sed -n '2,10s/^# //p' "../tools/web.sh" >&2
    exit 2
    ;;
esac
