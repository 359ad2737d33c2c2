// Facts about the database that the checks compare with what Signalbox needs.
import { sql } from 'kysely';
import { isSealedUnder, type SecretKey } from '../platform/crypto/sealing.ts';
import type { Db } from '../platform/postgres/tables.ts';

export interface DatabaseFacts {
  version: number;
  vector: string | null;
  max_connections: number;
  /** Seconds since 1970, by the clock of the database server. */
  clock: number;
  fsync: boolean;
  is_replica: boolean;
}

export async function readFacts(db: Db): Promise<DatabaseFacts | undefined> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version_num')::int / 10000 as version,
      (select extversion from pg_extension where extname = 'vector') as vector,
      current_setting('max_connections')::int as max_connections,
      extract(epoch from clock_timestamp())::float8 as clock,
      current_setting('fsync')::boolean as fsync,
      pg_is_in_recovery() as is_replica`.execute(db);
  return rows[0];
}

/** Whether the newest signing key was sealed under the key; undefined if there is none yet. */
export async function canOpenSigningKey(db: Db, key: SecretKey): Promise<boolean | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select private_key as sealed from signing_keys order by published_at desc limit 1`.execute(db);
  return rows[0] && isSealedUnder(key, rows[0].sealed);
}
