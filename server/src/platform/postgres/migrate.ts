// Migrations are plain SQL files, forward only; all pending ones run in one transaction under one lock.
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Db } from './tables.ts';

const folder = new URL('../../../migrations/', import.meta.url);

async function migrationFiles() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(new URL(name, folder), 'utf8') })),
  );
}

const migrator = (db: Db) =>
  new Migrator({
    db,
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          (await migrationFiles()).map(({ name, text }) => [
            name.replace(/\.sql$/, ''),
            {
              up: async (tx: Db) => {
                // A migration that waits behind a long reader would make every other statement wait behind it.
                await sql`set local lock_timeout = '5s'`.execute(tx);
                await sql`set local statement_timeout = 0`.execute(tx);
                await sql.raw(text).execute(tx);
              },
            },
          ]),
        ),
    },
  });

/** The migrator takes the same lock, which a session may take twice, so older releases without this wait are respected too. */
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
    const tryLock = async () => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_lock(${LOCK}::bigint) as taken`.execute(connection);
      return rows[0]?.taken ?? false;
    };
    for (let waitedMs = 0; !(await tryLock()); waitedMs += POLL_INTERVAL_MS) {
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

/** Applies pending migrations and returns their names. */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

export async function pendingMigrations(db: Db): Promise<string[]> {
  const all = await migrator(db).getMigrations();
  return all.filter((one) => !one.executedAt).map((one) => one.name);
}
