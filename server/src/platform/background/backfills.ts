// Workers run the batches of migrations while the service is in use: each batch is one short transaction, which also
// records how many rows were changed, so that a killed worker repeats or loses none. Its size follows the time it takes.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, readMigrations } from '../postgres/migrations/migration-files.ts';
import type { Db } from '../postgres/tables.ts';
import type { Deps } from '../runtime/deps.ts';
import type { DueWork } from './due-work.ts';

/** Requests wait for rows that a batch has locked, so a batch that cannot get its rows soon gives up and is repeated. */
const LOCK_TIMEOUT = sql.lit('500ms');

/** A request for a row of a batch waits until all of it is committed, so the size is chosen to take about this long. */
const BATCH_MS = 100;
const FIRST_SIZE = 100;
const MAX_SIZE = 5000;

/** A batch may double or halve its size, so that one slow disk write does not make the next ones tiny. */
export function nextSize(size: number, milliseconds: number): number {
  const factor = Math.min(2, Math.max(0.5, BATCH_MS / milliseconds));
  return Math.min(MAX_SIZE, Math.max(1, Math.round(size * factor)));
}

export interface BatchResult {
  name: string;
  rows: number;
}

/** Returns undefined if no batch is left, or if another worker runs it. */
export function runBatch(
  db: Db,
  migrations: readonly Migration[],
  size: number,
): Promise<BatchResult | undefined> {
  const names = migrations.filter(({ mode }) => mode === 'in batches').map(({ name }) => name);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select name from schema_backfills
      where finished_at is null and name = any(${names})
      order by name limit 1 for update skip locked`.execute(tx);
    const migration = migrations.find(({ name }) => name === rows[0]?.name);
    if (!migration) return undefined;
    await sql`set local lock_timeout = ${LOCK_TIMEOUT}`.execute(tx);
    const { numAffectedRows = 0n } = await sql
      .raw(migration.text.replaceAll('$1', String(size)))
      .execute(tx);
    const changed = Number(numAffectedRows);
    await sql`
      update schema_backfills
      set rows = rows + ${changed}, updated_at = now(), finished_at = ${changed === 0 ? sql`now()` : null}
      where name = ${migration.name}`.execute(tx);
    return { name: migration.name, rows: changed };
  });
}

export const backfillWork = ({ db, log }: Deps): DueWork => {
  let migrations: Promise<Migration[]> | undefined;
  let size = FIRST_SIZE;
  return {
    name: 'backfill',
    waitMs: () => sql`select 0 from schema_backfills where finished_at is null limit 1`,
    run: async () => {
      const files = await (migrations ??= readMigrations());
      const began = performance.now();
      const done = await runBatch(db, files, size);
      if (!done) return false;
      if (done.rows === 0) {
        log.info({ backfill: done.name }, 'backfill.finished');
        return false;
      }
      const tookMs = performance.now() - began;
      size = nextSize(size, tookMs);
      // Requests get the other half of the time.
      await sleep(Math.min(tookMs, BATCH_MS));
      return true;
    },
  };
};
