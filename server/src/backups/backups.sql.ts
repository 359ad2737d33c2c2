// The newest backup of each kind has a row: a table that grows would be one more thing to purge.
import { type ColumnType, sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';

interface BackupsTable {
  kind: string;
  finished_at: ColumnType<Date, Date, Date>;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    backups: BackupsTable;
  }
}

/** Keeps the newer time, so that a job that was delayed cannot make the last backup look older. */
export async function recordBackup(db: Db, kind: string, finishedAt: Date): Promise<void> {
  await db
    .insertInto('backups')
    .values({ kind, finished_at: finishedAt })
    .onConflict((conflict) =>
      conflict.column('kind').doUpdateSet({
        finished_at: sql`greatest(backups.finished_at, excluded.finished_at)`,
      }),
    )
    .execute();
}

export interface Backups {
  /** The database was migrated for the first time at this moment, in seconds since 1970. */
  createdAt: number;
  /** Times are in seconds since 1970, the newest first. */
  last: { kind: string; finishedAt: number }[];
}

export async function readBackups(db: Db): Promise<Backups> {
  const { rows } = await sql<{ createdAt: number; last: Backups['last'] }>`
    select (select extract(epoch from min(applied_at))::float8 from schema_migrations) as "createdAt",
      (select coalesce(json_agg(json_build_object('kind', kind, 'finishedAt', extract(epoch from finished_at)::float8)
        order by finished_at desc), '[]') from backups) as last`.execute(db);
  const [read] = rows;
  if (!read) throw new Error('The database returned no row.');
  return read;
}
