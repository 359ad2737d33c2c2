#!/usr/bin/env bash
# The programs that read or run the files in deploy/, for `npm run nightly`: nginx, Prometheus with promtool, libfaketime,
# and kustomize in the chroot of the services. Tests whose program is missing are skipped and say so.
set -euo pipefail
cache=${SIGNALBOX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/signalbox}
root=$cache/services/root

if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo 'Install nginx, prometheus, libfaketime and kustomize to run all tests of deploy/.' >&2
  exit 0
fi

missing=()
command -v nginx >/dev/null || missing+=(nginx-light)
command -v promtool >/dev/null || missing+=(prometheus)
ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 || missing+=(libfaketime)
if [ ${#missing[@]} -gt 0 ]; then
  # The packages start their services otherwise.
  policy=/usr/sbin/policy-rc.d
  [ -e $policy ] || { printf '#!/bin/sh\nexit 101\n' >$policy; chmod +x $policy; trap 'rm -f /usr/sbin/policy-rc.d' EXIT; }
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

if ! command -v kustomize >/dev/null && [ -d "$root" ] && [ ! -x "$root/usr/bin/kustomize" ]; then
  chroot "$root" apt-get install -y -qq --no-install-recommends kustomize >/dev/null
fi
