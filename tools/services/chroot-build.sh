# Builds the chroot that chroot.sh runs the services from.

# This suite has PostgreSQL >= 18, pgvector >= 0.8.6 and Valkey.
SUITE=forky

in_root() { LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$@"; }

# Unmounts file systems that an interrupted debootstrap left mounted below, so that rm stays in the folder.
remove_tree() {
  awk -v below="$1/" 'index($2, below) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do
    umount -l "$mount"
  done
  rm -rf --one-file-system "$1"
}

install_debootstrap() {
  local scripts=/usr/share/debootstrap/scripts
  if ! command -v debootstrap >/dev/null || ! [ -e /usr/share/keyrings/debian-archive-keyring.gpg ]; then
    apt-get update
    apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=120 debootstrap debian-archive-keyring
  fi
  # A debootstrap older than the suite does not know its name; it is built like sid.
  [ -e "$scripts/$SUITE" ] || ln -s sid "$scripts/$SUITE"
}

# Prints the PostgreSQL version to install: 18 if the suite has it with pgvector, else the highest newer version.
offered_major() {
  local majors
  majors=$(in_root "$1" apt-cache pkgnames postgresql- | sed -nE 's/^postgresql-([0-9]+)-pgvector$/\1/p' |
    while read -r major; do
      [ "$major" -lt "$PG_MIN_MAJOR" ] || [ -z "$(in_root "$1" apt-cache show "postgresql-$major" 2>/dev/null)" ] ||
        echo "$major"
    done | sort -n)
  if grep -qx "$PG_MIN_MAJOR" <<<"$majors"; then echo "$PG_MIN_MAJOR"; else tail -n 1 <<<"$majors"; fi
}

build_into() {
  local new=$1 major
  install_debootstrap
  debootstrap --variant=minbase "$SUITE" "$new"
  cp -L /etc/resolv.conf "$new/etc/resolv.conf"
  # Packages must not start their own servers.
  printf '#!/bin/sh\nexit 101\n' >"$new/usr/sbin/policy-rc.d"
  chmod 755 "$new/usr/sbin/policy-rc.d"
  # The packages' run-time folders need systemd-tmpfiles, which requires /proc; the services use none of them.
  printf '#!/bin/sh\nexit 0\n' >"$new/usr/local/bin/systemd-tmpfiles"
  chmod 755 "$new/usr/local/bin/systemd-tmpfiles"
  mkdir -p "$new/etc/postgresql-common"
  echo 'create_main_cluster = false' >"$new/etc/postgresql-common/createcluster.conf"
  # `apt-get update` is not needed: debootstrap has just fetched and verified the package list.
  major=$(offered_major "$new")
  [ -n "$major" ] || { echo "no PostgreSQL >= $PG_MIN_MAJOR with pgvector in $SUITE"; return 1; }
  in_root "$new" apt-get install -y --no-install-recommends -o DPkg::Path=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    "postgresql-$major" "postgresql-$major-pgvector" valkey-server
  in_root "$new" apt-get clean
  in_root "$new" install -d -o postgres -g postgres /srv/postgres
  in_root "$new" install -d -o valkey -g valkey /srv/valkey
}

# Builds under another name and renames at the end: an interrupted build never looks finished.
build_root() {
  local failed
  [ ! -d "$ROOT" ] || return 0
  say "fetching PostgreSQL, pgvector and Valkey into $BASE (once, one to three minutes)."
  remove_tree "$ROOT.new"
  # `build_into || …` would not do: bash ignores `set -e` inside a command whose result is tested.
  set +e
  (set -e; build_into "$ROOT.new") >"$BASE/build.log" 2>&1 </dev/null
  failed=$?
  set -e
  if [ "$failed" != 0 ]; then
    tail -n 15 "$BASE/build.log" >&2
    die "the build failed; see the log in $BASE/build.log."
  fi
  mv "$ROOT.new" "$ROOT"
}
