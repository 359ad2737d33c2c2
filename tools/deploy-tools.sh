#!/usr/bin/env bash
# Installs the programs of `npm run nightly` that the gate does not need: Prometheus with promtool, libfaketime, and wrk,
# the load generator of the benchmarks; and in the chroot of the services, whose release is current, PgBouncer, Dovecot's
# IMAP and submission services, nginx, kustomize, docker-compose and systemd-analyze for the files in deploy/, Patroni, etcd and
# HAProxy for failovers, and pgBackRest for backups. Tests whose program is missing are skipped and say so.
set -euo pipefail
cache=${SIGNALBOX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/signalbox}
root=$cache/services/root

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo 'Install nginx, prometheus, libfaketime, kustomize, docker-compose, pgbouncer, dovecot-imapd and dovecot-submissiond 2.4, patroni 4, etcd, haproxy, pgbackrest 2.57 and wrk to run all long tests.' >&2
  exit 0
fi

missing=()
command -v wrk >/dev/null || missing+=(wrk)
command -v promtool >/dev/null || missing+=(prometheus)
ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 || missing+=(libfaketime)
if [ ${#missing[@]} -gt 0 ]; then
  # Otherwise the packages would start their services.
  policy=/usr/sbin/policy-rc.d
  [ -e $policy ] || { printf '#!/bin/sh\nexit 101\n' >$policy; chmod +x $policy; trap 'rm -f /usr/sbin/policy-rc.d' EXIT; }
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# Each entry is program:package, or the path of a part of it: of a service of Dovecot, or of a module that Patroni needs.
in_chroot=(kustomize:kustomize docker-compose:docker-compose nginx:nginx-light systemd-analyze:systemd
  pgbouncer:pgbouncer ../lib/dovecot/imap-login:dovecot-imapd
  ../lib/dovecot/submission-login:dovecot-submissiond patroni:patroni etcd:etcd-server etcdctl:etcd-client
  ../lib/python3/dist-packages/etcd:python3-etcd ../lib/python3/dist-packages/dns:python3-dnspython
  haproxy:haproxy pgbackrest:pgbackrest)
if [ -d "$root" ]; then
  missing=()
  for one in "${in_chroot[@]}"; do
    [ -e "$root/usr/bin/${one%%:*}" ] || [ -e "$root/usr/sbin/${one%%:*}" ] || missing+=("${one##*:}")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    # Scripts of the packages read /proc, which is mounted for them alone. The stored lists may name versions that the
    # mirror no longer has.
    unshare --mount bash -euc '
      mount -t proc proc "$0/proc"
      install() { chroot "$0" apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
      install "$@" || { chroot "$0" apt-get -o Acquire::Check-Valid-Until=false update -qq; install "$@"; }
    ' "$root" "${missing[@]}"
  fi
fi
