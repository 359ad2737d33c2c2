#!/usr/bin/env bash
# Starts PostgreSQL and Valkey and writes where they are to .env, with a key of this checkout's own.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

lines=$(bash tools/services.sh up)
# The key stays the same over runs: tokens and cursors made before must still be good.
key=$(sed -n 's/^ENCRYPTION_KEY=//p' .env 2>/dev/null | head -n 1)
[ -n "$key" ] || key=$(node -e "console.log(require('node:crypto').randomBytes(32).toString('base64'))")
printf '%s\nENCRYPTION_KEY=%s\n' "$lines" "$key" > .env
echo 'services: .env is written; npm start comes next' >&2
