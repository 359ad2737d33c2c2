# Runs the services from Debian's packages in a chroot, for a machine with neither Docker nor databases.
# Everything, including the data, is below BASE; to start afresh, remove that folder while the services are down.

BASE=${SIGNALBOX_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/signalbox}/services
VALKEY_DIR=/srv/valkey

chroot_possible() { [ "$(uname -s)" = Linux ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }

# Sets ROOT, the path as the kernel shows it, and PG_BIN once there is a chroot.
find_root() {
  BASE=$(realpath -m "$BASE") ROOT=$BASE/root
  case "$BASE" in *[!A-Za-z0-9_@%+=:,./-]*) die "the path of the cache folder must not contain special characters, because PG_DUMP contains it: $BASE" ;; esac
  local bins=("$ROOT"/usr/lib/postgresql/*/bin)
  PG_BIN=${bins[0]#"$ROOT"}
}

# The lock is released when the script ends: concurrent runs must neither build nor start twice.
take_lock() {
  mkdir -p "$BASE"
  exec 9>"$BASE/lock"
  flock -n 9 || { say 'another run is in progress; waiting for it.'; flock 9; }
}

# Runs a command in the chroot as one of its users. The caller's environment stays outside (PGOPTIONS and
# the like), and so does every descriptor but the first three: a server must not inherit the lock, nor
# a pipe whose reader waits for its end.
in_root_as() {
  local user=$1 ids
  shift
  ids=$(awk -F: -v user="$user" '$1 == user { print $3 ":" $4 }' "$ROOT/etc/passwd")
  (
    for fd in /proc/"$BASHPID"/fd/*; do
      fd=${fd##*/}
      [ "$fd" -le 2 ] || [ "$fd" = 255 ] || eval "exec $fd>&-"
    done
    exec env -i HOME=/ LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin \
      chroot --userspec="$ids" --groups= "$ROOT" "$@" </dev/null
  )
}

# True if process $1 is program $2 in our chroot: another process may have reused the pid in a stale pid file.
is_ours() {
  [ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$2" ] && [ "$(readlink "/proc/$1/root")" = "$ROOT" ]
}

# Takes a port and the name of the variable that sets it.
require_free_port() {
  ! port_open 127.0.0.1 "$1" || die "port $1 is in use by another process: stop it, or set $2 to another port."
}

# Takes a name, the actual port, the requested port and the name of the variable that sets it.
require_same_port() {
  [ "$2" = "$3" ] || die "$1 already runs on port $2: set $4=$2, or run 'tools/services.sh down' first."
}

valkey_pid() { cat "$ROOT$VALKEY_DIR/pid" 2>/dev/null || true; }
valkey_running() { is_ours "$(valkey_pid)" valkey-server; }

start_valkey() {
  if valkey_running; then return; fi
  require_free_port "$VALKEY_PORT" SIGNALBOX_VALKEY_PORT
  say "starting Valkey on port $VALKEY_PORT."
  echo "$VALKEY_PORT" >"$ROOT$VALKEY_DIR/port"
  in_root_as valkey valkey-server --bind 127.0.0.1 --port "$VALKEY_PORT" --save '' --appendonly no --daemonize yes \
    --dir "$VALKEY_DIR" --pidfile "$VALKEY_DIR/pid" --logfile "$VALKEY_DIR/log" >/dev/null 2>&1 || true
  for _ in $(seq 50); do
    if valkey_running && valkey_responds 127.0.0.1 "$VALKEY_PORT"; then return; fi
    sleep 0.1
  done
  tail -n 15 "$ROOT$VALKEY_DIR/log" >&2
  die "Valkey did not start; its log is $ROOT$VALKEY_DIR/log."
}

stop_valkey() {
  if ! valkey_running; then return; fi
  say 'stopping Valkey.'
  kill "$(valkey_pid)"
  while valkey_running; do sleep 0.1; done
}

print_running() {
  if ! pg_running || ! for_tests pg_running || ! valkey_running; then die "the services are not up: run 'tools/services.sh up'."; fi
  require_same_port PostgreSQL "$(pg_running_port)" "$PG_PORT" SIGNALBOX_PG_PORT
  require_same_port 'PostgreSQL for tests' "$(for_tests pg_running_port)" "$PG_TEST_PORT" SIGNALBOX_PG_TEST_PORT
  require_same_port Valkey "$(cat "$ROOT$VALKEY_DIR/port")" "$VALKEY_PORT" SIGNALBOX_VALKEY_PORT
  valkey_responds 127.0.0.1 "$VALKEY_PORT" || die "Valkey runs but does not respond; its log is $ROOT$VALKEY_DIR/log."
  require_versions psql_in_root signalbox >/dev/null
  print_lines "$OWN_DATABASE_URL" "$OWN_VALKEY_URL" "chroot $ROOT $PG_BIN/pg_dump" "$OWN_TEST_DATABASE_URL"
}

chroot_up() {
  find_root
  take_lock
  build_root
  find_root
  start_postgres
  require_same_port PostgreSQL "$(pg_running_port)" "$PG_PORT" SIGNALBOX_PG_PORT
  ensure_database
  for_tests start_postgres
  for_tests ensure_database
  start_valkey
  print_running
}

chroot_env() {
  find_root
  print_running
}

chroot_down() {
  find_root
  [ -d "$ROOT" ] || return 0
  take_lock
  stop_postgres
  for_tests stop_postgres
  for_tests leave_memory
  stop_valkey
}
