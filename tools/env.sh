#!/usr/bin/env bash
# Starts PostgreSQL and Valkey and writes their URLs to .env, with an encryption key for this checkout.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

lines=$(bash tools/services.sh up)
# The rest of the file is preserved, above all the key: existing tokens and cursors must stay valid.
rest=$(grep -vE '^((DATABASE_URL|VALKEY_URL|PG_DUMP|TEST_DATABASE_URL)=|$)' .env 2>/dev/null || true)
if ! grep -q '^ENCRYPTION_KEY=' <<<"$rest"; then
  rest+=${rest:+$'\n'}ENCRYPTION_KEY=$(node -e "console.log(require('node:crypto').randomBytes(32).toString('base64'))")
fi
# The file contains the encryption key: nobody else on the machine may read it, even if an earlier version created it.
umask 077
touch .env && chmod 600 .env
printf '%s\n%s\n' "$lines" "$rest" > .env
echo "services: wrote .env; run 'npm start' next." >&2
