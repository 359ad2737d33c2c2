#!/usr/bin/env bash
# Starts PostgreSQL and Valkey and writes where they are to .env, with a key of this checkout's own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

lines=$(bash tools/services.sh up)
# What else is in the file stays, the key above all: tokens and cursors made before must still be good.
kept=$(grep -vE '^((DATABASE_URL|VALKEY_URL|PG_DUMP)=|$)' .env 2>/dev/null || true)
if ! grep -q '^ENCRYPTION_KEY=' <<<"$kept"; then
  kept+=${kept:+$'\n'}ENCRYPTION_KEY=$(node -e "console.log(require('node:crypto').randomBytes(32).toString('base64'))")
fi
printf '%s\n%s\n' "$lines" "$kept" > .env
echo 'services: .env is written; npm start comes next' >&2
