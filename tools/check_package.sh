#!/bin/bash
# check_package.sh: what `make package` left is whole. It unpacks into empty folders, runs from there, and answers; nothing is installed.
set -eu
cd "$(dirname "$0")/.."
packages=$PWD/build/package
version=$(sed -n 's/.*BANKER_VERSION "\(.*\)"/\1/p' include/banker/version.hpp)
work=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
fail() { echo "$*" >&2; exit 1; }

# serve COMMAND...: starts a server in the folder $work, waits until it is ready, and leaves where it is in $at.
serve() {
  cd "$work"
  env -i "$@" >"$work/server.log" 2>&1 &
  server=$!
  cd "$OLDPWD"
  until at=$(sed -n 's/^banker serves \(http:[^ ]*\) from .*/\1/p' "$work/server.log") && [ -n "$at" ]; do
    kill -0 "$server" 2>/dev/null || fail "$* does not serve: $(cat "$work/server.log")"
    sleep 0.1
  done
  until curl -sf "$at/readyz" >/dev/null; do sleep 0.1; done
}
stop() {
  kill "$server"
  wait "$server" || fail "the server did not end in order: $(cat "$work/server.log")"
  server=
}
# Only glibc's.
portable() {
  readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|ld-linux-.*)\.so\.[0-9]+$' &&
    fail "$1 needs more than glibc" || true
}
# python FOLDER: imports the package from there, and runs the Python of README.md.
python() {
  cd "$work"
  PYTHONPATH=$1 PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 - "$1" "$version" "$OLDPWD/README.md" <<'END'
import re, sys, banker, importlib.metadata
assert banker.__file__.startswith(sys.argv[1]), banker.__file__
assert importlib.metadata.version("banker") == sys.argv[2]
with open(sys.argv[3], encoding="utf-8") as page:
    (example,) = re.findall(r"```python\n(.*?)```", page.read(), re.DOTALL)
exec(example)
assert abs(sum(ads.probabilities()) - 1) < 1e-9
END
  cd "$OLDPWD"
}

# lines HEADING: the commands that docs/install.md has under it, for who may install.
lines() {
  awk -v heading="## $1" '$0 == heading { found = 1 } found && /^```sh$/ { inside = 1; next } inside && /^```$/ { exit } inside' docs/install.md |
    sed 's/ *#.*//; s/^sudo //'
}

# Debian packages, into one root.
root=$work/root
for package in "$packages"/*.deb; do
  dpkg-deb -x "$package" "$root"
  [ "$(dpkg-deb -f "$package" Version)" = "$version" ] || fail "$package is not version $version"
done
(cd "$packages" && ls) | sed "s/$version/VERSION/; s/_[a-z0-9]*\.deb/.deb/; s/-linux.*\.tar/.tar/; s/-cp.*\.whl/.whl/" | sort | tr '\n' ' ' |
  grep -qx 'Containerfile banker-VERSION.tar.gz banker-VERSION.whl banker_VERSION.deb libbanker-dev_VERSION.deb python3-banker_VERSION.deb ' ||
  fail "build/package is not what docs/install.md says"
[ "$("$root/usr/bin/banker" --version)" = "banker $version" ]
dpkg-deb -f "$packages"/banker_*.deb Depends | grep -qF 'systemd | systemd-standalone-sysusers' || fail "nothing makes the user banker"

# The unit, with the paths of this root: accepted, restricted, and its line starts a server that this machine alone can reach.
sed "s|/usr/bin/|$root&|; s|/var/lib/banker/|$work/|" "$root/usr/lib/systemd/system/banker.service" >"$work/banker.service"
said=$(systemd-analyze verify --man=no "$work/banker.service" 2>&1) && [ -z "$said" ] || fail "systemd-analyze verify: $said"
systemd-analyze security --offline=yes --threshold=15 "$work/banker.service" >"$work/security" || fail "$(tail -n 1 "$work/security")"
(. "$root/etc/default/banker" && "$root/usr/bin/banker" serve $BANKER_OPTIONS --help >/dev/null) || fail "/etc/default/banker is wrong"
BANKER_OPTIONS="--port 0"
serve $(eval echo "$(sed -n 's/^ExecStart=//p' "$work/banker.service")")
[[ $at == http://127.0.0.1:* ]] || fail "it listens on $at"
check=$(sed -n 's/^HEALTHCHECK CMD//p' "$packages/Containerfile" | sed "s|/8080;|/${at##*:};|")
/usr/bin/python3 -c 'import json, subprocess, sys; subprocess.run(json.loads(sys.argv[1]), check=True)' "$check"
stop
[ -f "$work/banker.db" ] || fail "it did not write its file"
if /usr/bin/python3 -c 'import json, subprocess, sys; subprocess.run(json.loads(sys.argv[1]), check=True)' "$check" 2>/dev/null; then
  fail "nothing answers, and the health check of Containerfile does not see it"
fi

# The man page has every verb with all that it takes, and no warnings; shells complete verbs, options and values.
page=$root/usr/share/man/man1/banker.1.gz
said=$(MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
[ -z "$said" ] || fail "man: $said"
verbs=$("$root/usr/bin/banker" --help | sed -n '/^Subcommands:$/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ -n "$verbs" ] || fail "--help has no verbs"
for verb in $verbs; do
  taken=$("$root/usr/bin/banker" "$verb" --help | sed -nE 's/^( +(--[a-z-]+)|  ([A-Z]+)) .*/\2\3/p')
  [ -n "$taken" ] || fail "$verb --help has neither options nor files"
  for item in $taken; do
    zcat "$page" | sed 's/\\-/-/g' | sed -n "/^.SH BANKER ${verb^^}$/,/^.SH/p" | grep -q "^\\\\fB$item\\\\fR" || fail "man: no $verb $item"
  done
done
completes() { [ "$2" = "$3" ] || fail "$1 completes to \"$2\", not \"$3\""; }
words() { bash -c '. "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _banker; echo "${COMPREPLY[*]}"' "$root/usr/share/bash-completion/completions/banker" "$@"; }
completes bash "$(words banker se)" serve
completes bash "$(words banker serve --log-f)" --log-format
completes bash "$(words banker serve --log-format j)" json
completes bash "$(words banker serve --data ba)" ""
words() { HOME=$work fish --no-config -c '. $argv[1]; complete -C $argv[2]' "$root/usr/share/fish/vendor_completions.d/banker.fish" "$1" | cut -f 1; }
completes fish "$(words "banker se")" serve
completes fish "$(words "banker serve --log-f")" --log-format
completes fish "$(words "banker serve --log-format j")" json
words() {
  zsh -fc 'file=$1; shift; words=("$@"); CURRENT=$#; _describe() { print -l $verbs }; _arguments() { print -rl -- "$@" }; . $file' \
    zsh "$root/usr/share/zsh/vendor-completions/_banker" "$@"
}
completes zsh "$(words banker "" | grep -o '^serve:')" serve:
completes zsh "$(words banker serve "" | grep -o '^--log-format.*(text json)$' | cut -c 1-12)" --log-format

# Python, that of the wheel as docs/install.md says; and C++.
python "$root/usr/lib/python3/dist-packages"
/usr/bin/python3 -m venv --system-site-packages "$work/venv"
wheel=$(lines Python)
(cd "$packages" && PATH=$work/venv/bin:$PATH PIP_NO_INDEX=1 PIP_QUIET=1 sh -ec "$wheel")
python "$work"/venv/lib/python3*/site-packages
portable "$work"/venv/lib/python3*/site-packages/banker/_banker*.so
cmake -DBUILD="$work" -DSOURCE="$PWD" -DPREFIX="$root/usr" -P tools/check_consumer.cmake

# The tarball, as docs/install.md says: no library but glibc's, the same bytes, and the demo.
mkdir -p "$work/any/local"
cp "$packages"/banker-*.tar.gz "$work/any"
tarball=$(lines "Any other Linux")
(cd "$work/any" && sh -ec "$(echo "$tarball" | grep -v ' serve ' | sed 's|/usr/local/|local/|')")
banker=$work/any/local/bin/banker
portable "$banker"
for answers in tests/golden/*.out.jsonl; do
  "$banker" replay "${answers%.out.jsonl}.jsonl" | cmp - "$answers"
done
serve sh -c "cd any && exec $(echo "$tarball" | grep ' serve ') --port 0"
curl -sf "$at/v1/bandits/ads" >/dev/null
stop
