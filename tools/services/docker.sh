# Runs the services in containers, as deploy/compose.yaml defines them.

docker_available() { command -v docker >/dev/null && docker info >/dev/null 2>&1; }

compose() { docker compose -f "$REPO/deploy/compose.yaml" "$@"; }

docker_up() {
  say 'starting the containers; the first start downloads the images, which may take minutes.'
  compose up -d --wait >&2 || die 'the containers did not start; Docker reported the reason above.'
  docker_env
}

docker_env() {
  if [ "$(compose ps -q --status running | wc -l)" -lt 2 ]; then die "the services are not up: run 'tools/services.sh up'."; fi
  require_versions docker exec signalbox-postgres-1 psql "$OWN_DATABASE_URL" >/dev/null
  print_lines "$OWN_DATABASE_URL" "$OWN_VALKEY_URL" 'docker exec -i signalbox-postgres-1 pg_dump'
}

docker_down() { compose down >&2; }
