#!/usr/bin/env bash
# Runs Postfix and OpenDKIM for the tests, from Debian's packages in the chroot of the services. Fails if there is none.
#   mail-server.sh fetch              installs them there if needed
#   mail-server.sh run FOLDER         runs both until they are stopped; FOLDER has main.cf, master.cf and opendkim.conf
#   mail-server.sh folder             makes a new folder in the chroot and prints its path
set -euo pipefail
root=$(realpath -m "${SIGNALBOX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/signalbox}/services/root")

in_root() { env -i HOME=/ LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" "$@"; }

fetch() {
  [ "$(id -u)" = 0 ] && [ -d "$root/usr" ] ||
    { echo 'Postfix needs the chroot of tools/services.sh, which only root can use.' >&2; exit 1; }
  exec 9>"$root/../mail-server.lock"
  flock 9
  [ ! -x "$root/usr/sbin/opendkim" ] || [ ! -x "$root/usr/sbin/postfix" ] || return 0
  timeout 120 env -i HOME=/ LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    chroot "$root" apt-get -qq install -y --no-install-recommends \
    -o DPkg::Path=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin postfix opendkim >&2 </dev/null
}

folder() {
  fetch
  find "$root/srv" -maxdepth 1 -name 'mail-server.*' -mmin +60 -exec rm -rf {} +
  mktemp -d "$root/srv/mail-server.XXXXXX"
}

run() {
  local inside=${1#"$root"}
  exec 9>&-
  # Postfix insists that its folders belong to root or to its own user.
  in_root install -d -o root -g root "$inside/queue" "$inside/queue/pid"
  in_root install -d -o postfix -g postfix "$inside/data"
  chmod 755 "$1"
  trap 'kill $(jobs -p) 2>/dev/null; wait' EXIT TERM INT
  in_root opendkim -f -x "$inside/opendkim.conf" &
  in_root postfix -c "$inside" check >&2
  in_root /usr/lib/postfix/sbin/master -c "$inside" -s &
  wait -n
}

"$@"
