# Runs PostgreSQL in the chroot: a cluster for development and benchmarks, and one for `npm test`.

PG_DATA=/srv/postgres/data
PG_LOG=/srv/postgres/log
PG_MAX_BUFFERS_MB=2048
PG_PORT_NAME=SIGNALBOX_PG_PORT
# fsync and synchronous_commit stay on: benchmarks measure them.
PG_MORE_SETTINGS=

# The cluster stays on the disk if memory is smaller.
PG_MIN_MEMORY_MB=7000
PG_IN_MEMORY=
PG_INIT_SETTINGS=()

# Runs a function of this file for the cluster of the tests. Its data does not outlive a run, so it is not protected
# from a power failure: a test drops its database at its end, and PostgreSQL would then write and fsync the files of all
# other databases. On a busy machine six drops took 76 to 2657 ms with fsync and 15 to 112 without.
# A clone for a test is a thousand files. ext4 without a journal looks at every inode freed in the last minutes before it
# uses another, so after some drops a clone on the disk takes 200 to 1060 ms of CPU; one in memory takes 20 to 30.
# The password is no secret, and 4096 rounds of hashing cost each client 3 ms of CPU for each connection.
for_tests() {
  (
    PG_DATA=/srv/postgres/test-data PG_LOG=/srv/postgres/test-log
    PG_PORT=$PG_TEST_PORT PG_PORT_NAME=SIGNALBOX_PG_TEST_PORT
    OWN_DATABASE_URL=$OWN_TEST_DATABASE_URL PG_MAX_BUFFERS_MB=512
    PG_MORE_SETTINGS=$'fsync = off\nfull_page_writes = off\nmax_wal_size = 1GB'
    PG_IN_MEMORY=yes PG_INIT_SETTINGS=(-c scram_iterations=1)
    "$@"
  )
}

# Begins with an empty folder in memory, or leaves the folder on the disk where nothing may be mounted.
use_memory() {
  local folder=$ROOT$PG_DATA owner
  leave_memory
  rm -rf --one-file-system "$folder"
  [ "$(awk '/^MemTotal:/ { print int($2 / 1024) }' /proc/meminfo)" -ge "$PG_MIN_MEMORY_MB" ] || return 0
  mkdir -p "$folder"
  owner=$(awk -F: '$1 == "postgres" { print "uid=" $3 ",gid=" $4 }' "$ROOT/etc/passwd")
  if mount -t tmpfs -o "size=50%,mode=0700,$owner" tmpfs "$folder" 2>/dev/null; then return; fi
  rmdir "$folder"
}

leave_memory() {
  mountpoint -q "$ROOT$PG_DATA" || return 0
  umount -l "$ROOT$PG_DATA"
  rmdir --ignore-fail-on-non-empty "$ROOT$PG_DATA"
}

psql_in_root() {
  local database=$1
  shift
  in_root_as postgres "$PG_BIN/psql" "${OWN_DATABASE_URL%/*}/$database" "$@"
}

pg_pid() { sed -n 1p "$ROOT$PG_DATA/postmaster.pid" 2>/dev/null || true; }
pg_running_port() { sed -n 4p "$ROOT$PG_DATA/postmaster.pid"; }
pg_running() { is_ours "$(pg_pid)" postgres; }

# The user is a superuser because the tests create and clone databases. The builtin locale sorts the same
# on every machine.
init_cluster() {
  # A folder in memory is new at each start, so a half-made cluster in it is never used.
  local new=$PG_DATA
  if ! mountpoint -q "$ROOT$PG_DATA"; then
    [ ! -d "$ROOT$PG_DATA" ] || return 0
    new=$PG_DATA.new
    rm -rf "$ROOT$new"
  fi
  say 'creating the database cluster.'
  echo signalbox >"$ROOT/srv/postgres/password"
  in_root_as postgres "$PG_BIN/initdb" -D "$new" -U signalbox --pwfile=/srv/postgres/password "${PG_INIT_SETTINGS[@]}" \
    --auth=scram-sha-256 --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8 >"$BASE/initdb.log" 2>&1 ||
    die "initdb failed: see $BASE/initdb.log."
  rm "$ROOT/srv/postgres/password"
  echo "include 'signalbox.conf'" >>"$ROOT$new/postgresql.conf"
  [ "$new" = "$PG_DATA" ] || mv "$ROOT$new" "$ROOT$PG_DATA"
}

write_pg_settings() {
  local quarter_mb half_mb
  quarter_mb=$(awk -v most="$PG_MAX_BUFFERS_MB" '/^MemTotal:/ { mb = int($2 / 4096); print (mb > most ? most : mb) }' /proc/meminfo)
  half_mb=$(awk '/^MemTotal:/ { print int($2 / 2048) }' /proc/meminfo)
  cat >"$ROOT$PG_DATA/signalbox.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $PG_PORT
unix_socket_directories = ''
# The chroot has no tmpfs: POSIX shared memory would be files on disk.
dynamic_shared_memory_type = sysv
max_connections = 200
shared_buffers = ${quarter_mb}MB
effective_cache_size = ${half_mb}MB
# Solid-state disks: a random page read costs about as much as a sequential one.
random_page_cost = 1.1
max_wal_size = 4GB
wal_compression = lz4
timezone = 'UTC'
log_timezone = 'UTC'
$PG_MORE_SETTINGS
CONF
}

# After a kill -9 of the server its busy backends continue for a while, and a new server refuses to start
# until they end. They are recognised by their working directory, the data folder. A new server also refuses if
# another process has reused the dead server's pid.
clear_crash_leftovers() {
  local proc pid
  for proc in /proc/[0-9]*; do
    pid=${proc#/proc/}
    while is_ours "$pid" postgres && [ "$(readlink "$proc/cwd")" = "$ROOT$PG_DATA" ]; do
      kill -9 "$pid" 2>/dev/null || true
      sleep 0.1
    done
  done
  pid=$(pg_pid)
  if [ -n "$pid" ] && [ -e "/proc/$pid" ]; then rm -f "$ROOT$PG_DATA/postmaster.pid"; fi
}

start_postgres() {
  if pg_running; then return; fi
  clear_crash_leftovers
  require_free_port "$PG_PORT" "$PG_PORT_NAME"
  if [ -n "$PG_IN_MEMORY" ]; then use_memory; fi
  init_cluster
  write_pg_settings
  say "starting PostgreSQL on port $PG_PORT."
  in_root_as postgres "$PG_BIN/pg_ctl" start -D "$PG_DATA" -l "$PG_LOG" -w -t 300 >/dev/null 2>&1 || {
    tail -n 15 "$ROOT$PG_LOG" >&2
    die "PostgreSQL did not start; its log is $ROOT$PG_LOG."
  }
}

# Also handles a server that an interrupted `up` started: it may still be recovering, or lack the database.
ensure_database() {
  local tries=0
  until in_root_as postgres "$PG_BIN/pg_isready" -q -h 127.0.0.1 -p "$PG_PORT"; do
    [ $((tries += 1)) -le 300 ] || die "PostgreSQL runs but does not accept connections; its log is $ROOT$PG_LOG."
    sleep 1
  done
  if [ -z "$(psql_in_root postgres -XAtc "select 1 from pg_database where datname = 'signalbox'")" ]; then
    psql_in_root postgres -Xqc 'create database signalbox'
  fi
}

stop_postgres() {
  if ! pg_running; then return; fi
  say 'stopping PostgreSQL.'
  in_root_as postgres "$PG_BIN/pg_ctl" stop -D "$PG_DATA" -m fast -w -t 120 >/dev/null ||
    die "PostgreSQL did not stop; its log is $ROOT$PG_LOG."
}
