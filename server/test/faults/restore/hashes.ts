// Two databases have the same rows if count and sums of hashes are equal for every table. A sum needs no order of the
// rows, and no text of a whole table in memory.
import type { Client } from '../../support/databases.ts';

/** Maps each table to its count and hashes. */
export type Hashes = ReadonlyMap<string, string>;

/** Unlogged tables are empty after a crash, by design; a partitioned table has its rows in its partitions. */
const TABLES = `
select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
order by 1`;

/** Two seeds give 128 bits. Sequences are compared by the numbers that the service gives out. */
const hashSql = (table: string): string => `
select concat_ws(' ', count(*), sum(hashtextextended(t::text, 0)), sum(hashtextextended(t::text, 1))) as hash
from ${table} as t`;

export async function hashTables(client: Client): Promise<Hashes> {
  await client.query(`set timezone = 'UTC'; set statement_timeout = 0; set search_path = public`);
  const { rows } = await client.query<{ name: string }>(TABLES);
  const hashes = new Map<string, string>();
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ hash: string }>(hashSql(name));
    hashes.set(name, found[0]?.hash ?? '');
  }
  return hashes;
}

/** Names each table that is missing, added or different. */
export const differencesOf = (expected: Hashes, actual: Hashes): string[] =>
  [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((name) => expected.get(name) !== actual.get(name))
    .map(
      (name) => `${name}: ${actual.get(name) ?? 'absent'}, not ${expected.get(name) ?? 'absent'}`,
    );
