// One statement reads all facts about the database that the checks need.
import { sql } from 'kysely';
import { TIMEOUTS_MS } from '../platform/postgres/connection.ts';
import type { Db } from '../platform/postgres/tables.ts';

export interface DatabaseFacts {
  version: number;
  vector: string | null;
  max_connections: number;
  /** All databases are counted, because the maximum covers them all. */
  connections: number;
  /** The clock is that of the database server, in seconds since 1970. */
  clock: number;
  fsync: boolean;
  /** Values are as PostgreSQL writes them: 0 means no timeout. */
  timeouts: Record<string, string>;
  is_replica: boolean;
}

export async function readFacts(db: Db): Promise<DatabaseFacts | undefined> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version_num')::int / 10000 as version,
      (select extversion from pg_extension where extname = 'vector') as vector,
      current_setting('max_connections')::int as max_connections,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
      extract(epoch from clock_timestamp())::float8 as clock,
      current_setting('fsync')::boolean as fsync,
      (select json_object_agg(name, current_setting(name)) from unnest(${Object.keys(TIMEOUTS_MS)}::text[]) name)
        as timeouts,
      pg_is_in_recovery() as is_replica`.execute(db);
  return rows[0];
}
