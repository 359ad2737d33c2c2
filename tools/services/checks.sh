# All providers share these checks and this output.

# True if host $1 accepts TCP connections on port $2.
port_open() { (exec 3<>"/dev/tcp/$1/$2") 2>/dev/null; }

# True if a Valkey or Redis responds on host $1, port $2, even if it requires a password.
valkey_responds() {
  local reply
  reply=$(
    exec 2>/dev/null 3<>"/dev/tcp/$1/$2" || exit 1
    printf 'PING\r\n' >&3
    IFS= read -r -t 3 line <&3 && printf '%s' "$line"
  ) || return 1
  case "$reply" in '+PONG'* | '-NOAUTH'*) return 0 ;; *) return 1 ;; esac
}

# True if version $1 is at least $2.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# Takes a psql command as arguments, prints the server's major version; fails if a version is too old.
require_versions() {
  local found major vector
  found=$("$@" -XAtwc "select current_setting('server_version_num')::int / 10000,
    coalesce((select default_version from pg_available_extensions where name = 'vector'), 'none')") ||
    die 'PostgreSQL does not respond; psql reported the reason above.'
  major=${found%%|*} vector=${found##*|}
  [ "$major" -ge "$PG_MIN_MAJOR" ] || die "PostgreSQL $PG_MIN_MAJOR or newer is required, found $major."
  [ "$vector" != none ] || die "this PostgreSQL has no pgvector; install $VECTOR_MIN or newer."
  at_least "$vector" "$VECTOR_MIN" || die "pgvector $VECTOR_MIN or newer is required, found $vector."
  echo "$major"
}

# Quotes a value only if a shell requires it, with quotes that dotenv reads the same way.
print_line() {
  case "$2" in
    *[!A-Za-z0-9_@%+=:,./-]*) printf "%s='%s'\n" "$1" "$2" ;;
    *) printf '%s=%s\n' "$1" "$2" ;;
  esac
}

# Takes DATABASE_URL, VALKEY_URL and optionally PG_DUMP and TEST_DATABASE_URL.
print_lines() {
  print_line DATABASE_URL "$1"
  print_line VALKEY_URL "$2"
  [ -z "${3:-}" ] || print_line PG_DUMP "$3"
  [ -z "${4:-}" ] || print_line TEST_DATABASE_URL "$4"
}
