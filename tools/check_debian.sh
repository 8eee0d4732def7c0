#!/bin/sh
# check_debian.sh: what `make package` left works in an empty Debian: the tarball as it is, the Debian packages installed by apt and removed
# again. A minute or two. Skipped with a message where debootstrap cannot make one: it needs root, a network, and to be allowed to mount.
set -eu
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin
root=$(mktemp -d)
chmod 755 "$root"  # as / is: for the user of the server, too
server=
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  rm -rf --one-file-system "$root" "$root.log"
}
trap finish EXIT
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }
quietly() { "$@" >"$root.log" 2>&1 || { cat "$root.log"; exit 1; }; }

# serve COMMAND...: starts a server inside, waits until it answers, and ends it.
serve() {
  inside "$@" >"$root.log" 2>&1 &
  server=$!
  until at=$(sed -n 's/^banker serves \(http:[^ ]*\) from .*/\1/p' "$root.log") && [ -n "$at" ]; do
    kill -0 "$server" || { cat "$root.log"; exit 1; }
    sleep 0.1
  done
  until curl -sf "$at/readyz"; do sleep 0.1; done
  echo
  answered=$(date +%s%N)
  kill "$server"
  wait "$server" 2>/dev/null || true  # runuser and the shell say that it was killed
  server=
}

release=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-get indextargets 'Created-By: Packages' "Codename: $release" --format '$(SITE)' | head -n 1)
debootstrap --variant=minbase "$release" "$root" "$mirror" >"$root.log" 2>&1 ||
  { echo "skipped: debootstrap cannot run here: $(tail -n 1 "$root.log")"; exit 77; }

cp build/package/*.tar.gz "$root/root"
began=$(date +%s%N)
inside sh -c 'tar -xzf /root/banker-*.tar.gz -C /root'
serve sh -c 'exec /root/banker-*/bin/banker serve --demo --port 0'
echo "the tarball answers $(((answered - began) / 1000000)) ms after unpacking began"
rm -r "$root"/root/banker-*

cp build/package/*.deb "$root/root"
quietly inside sh -ec 'apt-get update -qq; apt-get install -y -qq --no-install-recommends /root/*.deb; dpkg --verify banker libbanker-dev python3-banker'
inside banker --version
inside id banker
inside python3 -c 'import banker; ads = banker.Bandit(3, seed=7); ads.tell(ads.ask(), loss=1); print(ads.probabilities())'
serve runuser -u banker -- banker serve --data /tmp/banker.db --port 0

quietly inside apt-get purge -y -qq banker libbanker-dev python3-banker
left=$(find "$root/usr" "$root/etc" -name '*banker*')
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo "installed into an empty Debian, run, and removed"
