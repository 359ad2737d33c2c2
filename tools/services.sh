#!/usr/bin/env bash
# Brings up PostgreSQL with pgvector and Valkey for development and CI.
#
#   tools/services.sh up     start the services that are not running, then print the lines below
#   tools/services.sh env    print the lines without starting anything
#   tools/services.sh down   stop the services that `up` started; data and cache stay, but not the data of tests
#
# Standard output is DATABASE_URL, VALKEY_URL and, if available, PG_DUMP and TEST_DATABASE_URL, valid
# both as a dotenv file and for `eval` in a shell. Messages go to standard error.
#
# The services come from the first of: DATABASE_URL and VALKEY_URL of the environment; a Docker
# daemon; a Debian chroot in the cache folder, which does not change the machine itself.
# shellcheck disable=SC2034 # the sourced parts use the variables
set -euo pipefail
umask 022

PG_PORT=${SIGNALBOX_PG_PORT:-54318}
PG_TEST_PORT=${SIGNALBOX_PG_TEST_PORT:-54319}
VALKEY_PORT=${SIGNALBOX_VALKEY_PORT:-63790}
PG_MIN_MAJOR=18
# Older pgvector has CVE-2026-3172.
VECTOR_MIN=0.8.6

OWN_DATABASE_URL=postgres://signalbox:signalbox@127.0.0.1:$PG_PORT/signalbox
OWN_TEST_DATABASE_URL=postgres://signalbox:signalbox@127.0.0.1:$PG_TEST_PORT/signalbox
OWN_VALKEY_URL=redis://127.0.0.1:$VALKEY_PORT/0
REPO=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf 'services: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

for part in checks given docker chroot-build chroot-postgres chroot; do
  # shellcheck cannot follow a path in a variable.
  # shellcheck source=/dev/null
  source "$REPO/tools/services/$part.sh"
done

# Prints the first provider that is possible: given, docker, chroot or none.
choose_provider() {
  if given_urls; then echo given
  elif docker_available; then echo docker
  elif chroot_possible; then echo chroot
  else echo none
  fi
}

# `up` may have started either provider, whatever the environment says now.
stop_all() {
  if chroot_possible; then chroot_down; fi
  if docker_available; then docker_down; fi
}

main() {
  case "$#:${1:-}" in
    1:up | 1:env | 1:down) ;;
    *) sed -n '2,/^# shellcheck/{/^# shellcheck/d;s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
  esac
  if [ "$1" = down ]; then stop_all; return; fi
  local provider
  provider=$(choose_provider)
  [ "$provider" != none ] || die 'cannot run the services here. Either set DATABASE_URL (PostgreSQL >= 18 with pgvector) and VALKEY_URL, or start Docker, or run this as root on Debian or Ubuntu.'
  "${provider}_$1"
}

main "$@"
