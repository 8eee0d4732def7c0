#!/bin/sh
# check_debian.sh: what `make package` left is installed by apt into an empty Debian, works there, and is removed again. A minute or two.
# Skipped with a message where debootstrap cannot make one: it needs root, a network, and to be allowed to mount.
set -eu
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin
root=$(mktemp -d)
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf --one-file-system "$root" "$root.log"
}
trap finish EXIT
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets 'Created-By: Packages' "Codename: $release" --format '$(SITE)' | head -n 1)
debootstrap --variant=minbase --include=systemd "$release" "$root" "$mirror" >"$root.log" 2>&1 ||
  { echo "skipped: debootstrap cannot run here: $(tail -n 1 "$root.log")"; exit 77; }
cp build/package/*.deb "$root/root"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
inside sh -ec 'apt-get update -qq; apt-get install -y -qq --no-install-recommends /root/*.deb; dpkg --verify banker libbanker-dev python3-banker' >"$root.log" 2>&1 ||
  { cat "$root.log"; exit 1; }
inside banker --version
inside id banker
inside python3 -c 'import banker; ads = banker.Bandit(3, seed=7); ads.tell(ads.ask(), loss=1); print(ads.probabilities())'

inside runuser -u banker -- banker serve --data /tmp/banker.db --port 0 >"$root.log" 2>&1 &
server=$!
until at=$(sed -n 's/^banker serves \(http:[^ ]*\) from .*/\1/p' "$root.log") && [ -n "$at" ]; do
  kill -0 "$server" || { cat "$root.log"; exit 1; }
  sleep 0.1
done
until curl -sf "$at/readyz"; do sleep 0.1; done
echo

inside apt-get purge -y -qq banker libbanker-dev python3-banker >"$root.log" 2>&1 || { cat "$root.log"; exit 1; }
left=$(find "$root/usr" "$root/etc" -name '*banker*')
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "installed into an empty Debian, run, and removed"
