// Migrations: plain SQL files, forward only, all pending ones in one transaction under one lock.
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Db } from './db.ts';

const folder = new URL('../../migrations/', import.meta.url);

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

/** Applies what is pending and returns its names. */
export async function migrate(db: Db): Promise<string[]> {
  const { error, results = [] } = await migrator(db).migrateToLatest();
  if (error) throw error;
  return results.map((result) => result.migrationName);
}

export async function pendingMigrations(db: Db): Promise<string[]> {
  const all = await migrator(db).getMigrations();
  return all.filter((one) => !one.executedAt).map((one) => one.name);
}
