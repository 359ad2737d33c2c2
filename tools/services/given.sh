# Uses the services that the environment names.

# Our own URLs, exported by an earlier `up`, are not "given": `up` must still start those services.
given_urls() {
  local database=${DATABASE_URL:-} valkey=${VALKEY_URL:-}
  case "$database|$valkey" in
    "|" | "$OWN_DATABASE_URL|$OWN_VALKEY_URL") return 1 ;;
    "|"* | *"|") die 'only one of DATABASE_URL and VALKEY_URL is set: set both or neither.' ;;
  esac
}

# Prints "host port" of a URL; the second argument is the default port.
host_and_port() {
  local authority=${1#*://} host port=$2
  authority=${authority%%[/?]*}
  authority=${authority##*@}
  case "$authority" in
    \[*\]:*) host=${authority%]:*} host=${host#[} port=${authority##*]:} ;;
    \[*\]) host=${authority#[} host=${host%]} ;;
    *:*) host=${authority%:*} port=${authority##*:} ;;
    *) host=$authority ;;
  esac
  echo "${host:-localhost} ${port}"
}

# Prints pg_dump if the one on the PATH is at least as new as the server, else nothing.
given_pg_dump() {
  local server_major=$1 dump_major
  command -v pg_dump >/dev/null || return 0
  dump_major=$(pg_dump --version | sed -E 's/^[^0-9]*([0-9]+).*/\1/')
  [ "$dump_major" -lt "$server_major" ] || echo pg_dump
}

given_up() {
  local host port major dump=${PG_DUMP:-}
  read -r host port < <(host_and_port "$DATABASE_URL" 5432)
  port_open "$host" "$port" || die "nothing listens at the given DATABASE_URL ($host port $port)."
  if command -v psql >/dev/null; then
    major=$(PGCONNECT_TIMEOUT=10 require_versions psql "$DATABASE_URL")
    dump=${dump:-$(given_pg_dump "$major")}
  fi
  read -r host port < <(host_and_port "$VALKEY_URL" 6379)
  case "$VALKEY_URL" in
    # bash has no TLS, so only the open port is checked.
    rediss:*) port_open "$host" "$port" ;;
    *) valkey_responds "$host" "$port" ;;
  esac || die "Valkey does not respond at the given VALKEY_URL ($host port $port)."
  print_lines "$DATABASE_URL" "$VALKEY_URL" "$dump" "${TEST_DATABASE_URL:-}"
}

given_env() { given_up; }
