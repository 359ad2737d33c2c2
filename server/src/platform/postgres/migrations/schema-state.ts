// The tables of migrations say which were applied and how far batches have come. They are read by every release, also
// one that is older than the schema.
import { type RawBuilder, sql } from 'kysely';
import { isUndefinedTable } from '../pg-errors.ts';
import type { Db, Tx } from '../tables.ts';
import type { Migration } from './migration-files.ts';

interface AppliedMigration {
  name: string;
  /** An older release, which does not have the file, reads here whether it may run. */
  expands: boolean;
}

interface Backfill {
  name: string;
  rows: number;
  finished: boolean;
}

export interface SchemaState {
  applied: AppliedMigration[];
  /** These can be applied now, in this order. */
  pending: Migration[];
  /** These wait for batches that workers have not finished. */
  waiting: Migration[];
  /** A newer release has applied these. */
  newer: AppliedMigration[];
  backfills: Backfill[];
}

export async function createTables(tx: Tx): Promise<void> {
  await sql`
    create table if not exists schema_migrations (
      name text collate "C" primary key,
      applied_at timestamptz(3) not null default now(),
      expands boolean not null
    )`.execute(tx);
  await sql`
    create table if not exists schema_backfills (
      name text collate "C" primary key,
      rows bigint not null default 0,
      started_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      finished_at timestamptz(3)
    )`.execute(tx);
}

export async function recordMigration(tx: Tx, { name, expands, mode }: Migration): Promise<void> {
  await sql`insert into schema_migrations (name, expands) values (${name}, ${expands})`.execute(tx);
  if (mode === 'in batches')
    await sql`insert into schema_backfills (name) values (${name})`.execute(tx);
}

/** Before the first migration, the tables do not exist. */
async function rowsOf<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  try {
    return (await query.execute(db)).rows;
  } catch (error) {
    if (isUndefinedTable(error)) return [];
    throw error;
  }
}

export async function readSchemaState(
  db: Db,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  // The former table has no column `expands`.
  const applied = await rowsOf(
    db,
    sql<AppliedMigration>`
      select name, coalesce((to_jsonb(m) ->> 'expands')::boolean, false) as expands
      from schema_migrations m order by name`,
  );
  const backfills = await rowsOf(
    db,
    sql<Backfill>`
      select name, rows::float8 as rows, finished_at is not null as finished
      from schema_backfills order by name`,
  );
  const isApplied = new Set(applied.map(({ name }) => name));
  const isKnown = new Set(migrations.map(({ name }) => name));
  const isFinished = new Set(backfills.filter(({ finished }) => finished).map(({ name }) => name));
  const open = migrations.filter(({ name }) => !isApplied.has(name));
  const firstWaiting = open.findIndex(({ after }) => after !== undefined && !isFinished.has(after));
  const end = firstWaiting < 0 ? open.length : firstWaiting;
  return {
    applied,
    pending: open.slice(0, end),
    waiting: open.slice(end),
    // Names of commits before the baseline are older, not newer.
    newer: applied.some(({ name }) => isKnown.has(name))
      ? applied.filter(({ name }) => !isKnown.has(name))
      : [],
    backfills,
  };
}
