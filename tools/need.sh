#!/bin/sh
# need.sh PACKAGE...: installs the Debian packages that are missing when run as root; otherwise prints the one line to run.
set -eu
missing=
for package in "$@"; do
  dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" -ne 0 ]; then
  echo "Missing Debian packages. Run this, then make again:" >&2
  echo "  sudo apt-get install --no-remove$missing" >&2
  exit 1
fi
echo "Installing$missing"
export DEBIAN_FRONTEND=noninteractive
install() { apt-get install -y -qq --no-remove --no-install-recommends $missing >/dev/null; }
install 2>/dev/null || { apt-get update -qq && install; }
