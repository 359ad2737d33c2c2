#!/usr/bin/env bash
# Prints the path of a Prometheus Alertmanager: the machine's own, one fetched before, or Debian's package unpacked into
# the cache, with nothing installed. Fails where there is none to be had.
set -euo pipefail
cache=${SIGNALBOX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/signalbox}/alertmanager
own=$(command -v prometheus-alertmanager || command -v alertmanager || true)
if [ -n "$own" ]; then echo "$own"; exit; fi
found=$cache/usr/bin/prometheus-alertmanager
if [ ! -x "$found" ]; then
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || { echo 'no Alertmanager, and no apt-get to fetch one' >&2; exit 1; }
  fresh=$(mktemp -d)
  trap 'rm -rf "$fresh"' EXIT
  cd "$fresh"
  timeout 60 apt-get -qq download prometheus-alertmanager >&2
  mkdir -p "$cache"
  dpkg-deb -x prometheus-alertmanager_*.deb "$fresh/tree"
  cp -r "$fresh/tree/usr" "$cache/"
fi
echo "$found"
