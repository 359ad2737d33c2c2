// Monthly partitions of events and entries: three months ahead, made at start and daily.
import { sql } from 'kysely';
import type { Db } from './db.ts';

const MONTHS_AHEAD = 3;

export async function ensurePartitions(db: Db, now: Date): Promise<void> {
  await sql`select ensure_month_partitions(${now.toISOString().slice(0, 10)}::date, ${MONTHS_AHEAD}::int)`.execute(
    db,
  );
}

/** Tables with rows in their default partition: a month had none of its own when they were written. */
export async function strayPartitions(db: Db): Promise<string[]> {
  const { rows: defaults } = await sql<{ name: string }>`
    select c.relname as name
    from pg_partitioned_table p join pg_class c on c.oid = p.partdefid
    order by c.relname`.execute(db);
  if (defaults.length === 0) return [];
  const { rows } = await sql<{ name: string }>`${sql.join(
    defaults.map(
      ({ name }) => sql`select ${name}::text as name where exists (select from ${sql.table(name)})`,
    ),
    sql` union all `,
  )}`.execute(db);
  return rows.map((row) => row.name);
}
