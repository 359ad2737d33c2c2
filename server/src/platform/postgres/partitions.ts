// Monthly partitions are created three months ahead, at startup and daily, and dropped when their retention time is over.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './tables.ts';

const MONTHS_AHEAD = 3;

/**
 * Rows of a default partition move into the new month, and there may be millions, so they get more time than the pool
 * gives a statement. The wait for a table lock is short, because every reader queues behind it; another process that
 * does the same work may take as long as this one.
 */
const makeMonths = (db: Db, table: string, since: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '30min'`.execute(tx);
    await sql`set local lock_timeout = '30min'`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtext('ensure_month_partitions'))`.execute(tx);
    await sql`set local lock_timeout = '5s'`.execute(tx);
    await sql`
      select make_month_partition(
        ${table}, (date_trunc('month', ${since}::timestamp) + make_interval(months => step))::date)
      from generate_series(0, ${MONTHS_AHEAD}::int) as step order by step`.execute(tx);
  });

/** Each table has its own transaction: its default partition stays locked until the end, and others may take long. */
export async function ensurePartitions(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name
    from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'public'::regnamespace
    order by c.relname`.execute(db);
  for (const { name } of rows) await makeMonths(db, name, now.toISOString().slice(0, 10));
}

/** The table is partitioned by month, and its rows are dropped after the retention time. */
export interface ExpiringTable {
  table: string;
  /** A month is retained while a row matches this condition. */
  retainedWhile?: RawBuilder<boolean>;
  /** Runs in the transaction that drops the month. */
  beforeDrop?: (tx: Tx, partition: string) => Promise<unknown>;
}

/** The name of a partition ends with its month. */
const endsBefore = (name: string, cutoff: Date): boolean => {
  const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? [];
  return year !== undefined && Date.UTC(Number(year), Number(month), 1) <= cutoff.getTime();
};

export async function dropExpired(
  db: Db,
  tables: readonly ExpiringTable[],
  now: Date,
  retentionDays: number,
): Promise<string[]> {
  const expiring = new Map(tables.map((one) => [one.table, one]));
  const cutoff = new Date(now.getTime() - retentionDays * 86_400_000);
  const { rows } = await sql<{ name: string; parent: string }>`
    select part.relname as name, parent.relname as parent
    from pg_inherits join pg_class part on part.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relkind = 'p' and parent.relnamespace = 'public'::regnamespace
      and parent.relname = any(${[...expiring.keys()]}::text[])
    order by part.relname`.execute(db);
  const dropped: string[] = [];
  for (const { name, parent } of rows.filter((row) => endsBefore(row.name, cutoff))) {
    const isDropped = await db.transaction().execute(async (tx) => {
      await sql`set local lock_timeout = '5s'`.execute(tx);
      const { retainedWhile, beforeDrop } = expiring.get(parent) ?? {};
      if (retainedWhile) {
        const retained =
          await sql`select from ${sql.table(name)} where ${retainedWhile} limit 1`.execute(tx);
        if (retained.rows.length > 0) return false;
      }
      await beforeDrop?.(tx, name);
      await sql`drop table ${sql.table(name)}`.execute(tx);
      return true;
    });
    if (isDropped) dropped.push(name);
  }
  return dropped;
}

/** Returns default partitions with rows, which were written when their month had no partition. */
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
