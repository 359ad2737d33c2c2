// Applies migrations one by one, each in its own transaction, so that a failure leaves those before it applied and no
// lock is held longer than one migration takes. docs/adr/0035-migrations.md has the reasons.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { UsageError } from '../../errors.ts';
import { isLockFailure } from '../pg-errors.ts';
import type { Db } from '../tables.ts';
import { fingerprintSchema } from './fingerprint.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import {
  createTables,
  readSchemaState,
  recordMigration,
  type SchemaState,
} from './schema-state.ts';

/** Other statements wait behind one that waits for a lock, so this is the longest pause of a write. */
const LOCK_TIMEOUT = sql.lit('500ms');
const MAX_ATTEMPTS = 20;

const LOCK = sql.lit('3853314791062309107');
const POLL_INTERVAL_MS = 200;
const LOG_EVERY_MS = 10_000;
const MAX_WAIT_MS = 3_600_000;

/**
 * Runs `work` while no other process migrates. The lock is polled: a statement that waits for it would
 * time out after 10 s, and migrations may take longer.
 */
export function whileAloneMigrating<T>(
  db: Db,
  onWait: (waitedSeconds: number) => void,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    const isTaken = async () => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_lock(${LOCK}::bigint) as taken`.execute(connection);
      return rows[0]?.taken ?? false;
    };
    for (let waitedMs = 0; !(await isTaken()); waitedMs += POLL_INTERVAL_MS) {
      if (waitedMs >= MAX_WAIT_MS) throw new Error('another process has migrated for an hour');
      if (waitedMs % LOG_EVERY_MS === 0) onWait(waitedMs / 1000);
      await sleep(POLL_INTERVAL_MS);
    }
    try {
      return await work(connection);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(connection);
    }
  });
}

export interface MigrateOptions {
  migrations?: readonly Migration[];
  onApplied?: (migration: Migration, seconds: number) => void;
  onRetry?: (migration: Migration, attempt: number, reason: string) => void;
  /** The pause lets the transactions end that hold the lock. */
  pauseMs?: (attempt: number) => number;
}

/** Pauses grow to three seconds; twenty attempts last about a minute. */
const defaultPauseMs = (attempt: number): number => Math.min(3000, 250 * attempt);

const applyInTransaction = (db: Db, migration: Migration): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${LOCK_TIMEOUT}`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql.raw(migration.text).execute(tx);
    await recordMigration(tx, migration);
  });

/** A statement ends with a semicolon at the end of a line; functions do not belong into such a file. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .filter((statement) => statement.trim() !== '');

/** Nothing waits behind these statements, so they may wait; an interrupted one leaves an invalid index, which the file drops. */
async function applyConcurrently(db: Db, migration: Migration): Promise<void> {
  await sql`set lock_timeout = 0`.execute(db);
  await sql`set statement_timeout = 0`.execute(db);
  try {
    for (const statement of statementsOf(migration.text)) await sql.raw(statement).execute(db);
    await db.transaction().execute((tx) => recordMigration(tx, migration));
  } finally {
    await sql`reset lock_timeout`.execute(db);
    await sql`reset statement_timeout`.execute(db);
  }
}

const modes: Readonly<Record<Migration['mode'], (db: Db, migration: Migration) => Promise<void>>> =
  {
    'in a transaction': applyInTransaction,
    concurrently: applyConcurrently,
    // Workers run the statement; here it is only recorded.
    'in batches': (db, migration) =>
      db.transaction().execute((tx) => recordMigration(tx, migration)),
  };

async function apply(db: Db, migration: Migration, options: MigrateOptions): Promise<void> {
  const { onRetry, pauseMs = defaultPauseMs } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await modes[migration.mode](db, migration);
    } catch (error) {
      if (!isLockFailure(error) || attempt === MAX_ATTEMPTS) throw error;
      onRetry?.(migration, attempt, (error as Error).message);
      await sleep(pauseMs(attempt));
    }
  }
}

interface Baseline {
  fingerprint: string;
  /** Its migrations lead to the schema of the baseline. */
  commit: string;
}

const BASELINE = new URL('../../../../migrations/baseline.json', import.meta.url);

const isFormer = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`
    select from pg_attribute
    where attrelid = to_regclass('public.schema_migrations') and attname = 'timestamp'`.execute(db);
  return rows.length > 0;
};

/** A database of commits before the first release is accepted if its schema equals the baseline. */
async function adoptBaseline(db: Db, [baseline]: readonly Migration[]): Promise<void> {
  if (!baseline || !(await isFormer(db))) return;
  const { fingerprint, commit } = JSON.parse(await readFile(BASELINE, 'utf8')) as Baseline;
  if ((await fingerprintSchema(db)) !== fingerprint)
    throw new UsageError(
      `The schema of this database is older than the first release. Run \`migrate\` of commit ${commit} first, then \`migrate\` of this release.`,
    );
  await db.transaction().execute(async (tx) => {
    await sql`drop table schema_migrations, schema_migrations_lock`.execute(tx);
    await createTables(tx);
    await recordMigration(tx, baseline);
  });
}

function requireUsable({ newer }: SchemaState): void {
  const narrowing = newer.filter(({ expands }) => !expands).map(({ name }) => name);
  if (narrowing.length > 0)
    throw new UsageError(
      `A newer release has changed the schema in a way that this release cannot work with: ${narrowing.join(', ')}. Start the newer release.`,
    );
}

/** Applies pending migrations and returns the state of the schema. */
export async function migrate(db: Db, options: MigrateOptions = {}): Promise<SchemaState> {
  const migrations = options.migrations ?? (await readMigrations());
  await adoptBaseline(db, migrations);
  await db.transaction().execute(createTables);
  const before = await readSchemaState(db, migrations);
  requireUsable(before);
  for (const migration of before.pending) {
    const startedAt = performance.now();
    await apply(db, migration, options);
    options.onApplied?.(migration, (performance.now() - startedAt) / 1000);
  }
  return readSchemaState(db, migrations);
}

let ownMigrations: Promise<Migration[]> | undefined;

/** Probes ask every second, so the files of this release are read once. */
export const readState = async (db: Db): Promise<SchemaState> =>
  readSchemaState(db, await (ownMigrations ??= readMigrations()));
