#!/usr/bin/env bash
# Installs the mail servers of the tests, from Debian's packages in the chroot of the services, and runs Postfix and
# OpenDKIM there. Fails if there is no chroot. server/test/support/dovecot/ runs Dovecot.
#   mail-server.sh fetch              installs Postfix, OpenDKIM and Dovecot's IMAP service if needed
#   mail-server.sh folder             makes a new folder in the chroot and prints its path
#   mail-server.sh run FOLDER         runs both until it is stopped; FOLDER has main.cf, master.cf and opendkim.conf
set -euo pipefail
root=$(realpath -m "${SIGNALBOX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/signalbox}/services/root")
environment=(env -i HOME=/ LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin)

fetch() {
  [ "$(id -u)" = 0 ] && [ -d "$root/usr" ] ||
    { echo 'Postfix needs the chroot of tools/services.sh, which only root can use.' >&2; exit 1; }
  exec 9>"$root/../mail-server.lock"
  flock 9
  local one missing=
  for one in usr/sbin/opendkim usr/sbin/postfix usr/lib/dovecot/imap-login; do
    [ -x "$root/$one" ] || missing=1
  done
  [ "$missing" ] || return 0
  # Scripts of the packages compare each configuration file with earlier versions, which takes most of the time. The tests
  # have files of their own.
  local none=/usr/local/lib/signalbox
  mkdir -p "$root$none"
  for one in ucf ucfr ucfq; do
    printf '#!/bin/sh\nexit 0\n' >"$root$none/$one"
    chmod 755 "$root$none/$one"
  done
  timeout 120 "${environment[@]}" chroot "$root" apt-get -qq install -y --no-install-recommends \
    -o DPkg::Options::=--force-unsafe-io -o "DPkg::Path=$none:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
    postfix opendkim dovecot-imapd >&2 </dev/null
}

folder() {
  fetch
  find "$root/srv" -maxdepth 1 -name 'mail-server.*' -mmin +60 -exec rm -rf {} +
  mktemp -d "$root/srv/mail-server.XXXXXX"
}

run() {
  local folder=$1 inside=${1#"$root"} postfix milter
  # Postfix insists that its folders belong to root or to its own user.
  "${environment[@]}" chroot "$root" install -d -o root -g root "$inside/queue" "$inside/queue/pid"
  "${environment[@]}" chroot "$root" install -d -o postfix -g postfix "$inside/data"
  chmod 755 "$folder"
  "${environment[@]}" chroot "$root" postfix -c "$inside" check >&2
  # A command by name replaces the subshell, so that its id is that of the server.
  (exec "${environment[@]}" chroot "$root" opendkim -f -x "$inside/opendkim.conf") &
  milter=$!
  (exec "${environment[@]}" chroot "$root" /usr/lib/postfix/sbin/master -c "$inside" -s) &
  postfix=$!
  trap "kill $milter $postfix 2>/dev/null || true" EXIT
  trap 'exit 0' TERM INT
  wait -n
}

"$@"
