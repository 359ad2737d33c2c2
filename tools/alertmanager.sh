#!/usr/bin/env bash
# Runs a Prometheus Alertmanager for the tests: the installed one, or Debian's package unpacked into the cache and run
# from there, without installing anything. Fails if neither is available.
#   alertmanager.sh fetch            downloads it if needed
#   alertmanager.sh run HOST:PORT    runs it with the configuration from standard input
set -euo pipefail
cache=${SIGNALBOX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/signalbox}/alertmanager
own=$(command -v prometheus-alertmanager || command -v alertmanager || true)
binary=/usr/bin/prometheus-alertmanager

fetch() {
  [ -z "$own" ] && [ ! -e "$cache/ready" ] || return 0
  for tool in apt-get dpkg-deb chroot; do
    command -v "$tool" >/dev/null || { echo "Alertmanager is not installed, and $tool, which is needed to download it, is missing. Install prometheus-alertmanager." >&2; exit 1; }
  done
  [ "$(id -u)" = 0 ] || { echo 'Alertmanager is not installed, and only root can run it from the cache. Install prometheus-alertmanager or run as root.' >&2; exit 1; }
  local fresh
  fresh=$(mktemp -d)
  trap "rm -rf '$fresh'" EXIT
  (cd "$fresh" && timeout 60 apt-get -qq download prometheus-alertmanager >&2)
  mkdir -p "$cache/tmp"
  dpkg-deb -x "$fresh"/prometheus-alertmanager_*.deb "$cache"
  # The package looks for its templates in /usr/share, so it runs in a chroot with the two libraries it needs.
  ldd "$cache$binary" | grep -o '/[^ ]*' | while read -r library; do
    mkdir -p "$cache$(dirname "$library")"
    cp -L "$library" "$cache$library"
  done
  touch "$cache/ready"
}

run() {
  fetch
  local root='' folder
  [ -n "$own" ] || root=$cache
  mkdir -p "$root/tmp"
  find "$root/tmp" -maxdepth 1 -name 'alertmanager.*' -mmin +60 -exec rm -rf {} +
  folder=$(mktemp -d "$root/tmp/alertmanager.XXXXXX")
  cat >"$folder/config.yml"
  local inside=${folder#"$root"}
  set -- --config.file="$inside/config.yml" --storage.path="$inside" --web.listen-address="$1" --cluster.listen-address=
  if [ -n "$own" ]; then exec "$own" "$@"; else exec chroot "$root" "$binary" "$@"; fi
}

"$@"
