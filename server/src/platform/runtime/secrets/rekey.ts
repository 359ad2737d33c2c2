// Changes ENCRYPTION_KEY while the service runs, by sealing everything again under the new key. The column that all
// processes follow (own-key.ts) is first, so that from then on they seal with the new key themselves; then the rest, until
// a pass finds nothing that a process sealed with the old key meanwhile.
import { sql } from 'kysely';
import { type Clock, pause, systemClock } from '../../clock.ts';
import { KeyRing } from '../../crypto/key-ring.ts';
import { isSealedUnder, open, rowIdOf, seal, type SealedColumn } from '../../crypto/sealing.ts';
import { UsageError } from '../../errors.ts';
import type { Db } from '../../postgres/tables.ts';

const MAX_BATCH_ROWS = 500;
/** Every process has followed by then, and a request that sealed before has ended. */
const SETTLED_AFTER_MS = 20_000;
const PAUSE_MS = 2000;

interface RekeyResult {
  rows: number;
  /** Values sealed under neither key cannot be opened. */
  foreign: number;
}

type Batch = { id: string; sealed: Buffer }[];

const batchOf = async (db: Db, { table, column }: SealedColumn, after: string): Promise<Batch> => {
  const sealed = sql.ref(column);
  const { rows } = await sql<Batch[number]>`
    select id, ${sealed} as sealed from ${sql.table(table)} where id > ${after} and ${sealed} is not null
    order by id limit ${sql.lit(MAX_BATCH_ROWS)}`.execute(db);
  return rows;
};

/** Replaces only values that it has read: a row that was changed meanwhile is left to the next pass. */
async function sealColumn(db: Db, where: SealedColumn, keys: KeyRing): Promise<RekeyResult> {
  const done = { rows: 0, foreign: 0 };
  let batch = await batchOf(db, where, '');
  while (batch.length > 0) {
    for (const { id, sealed } of batch.filter((row) => !isSealedUnder(keys.current, row.sealed))) {
      const rowId = rowIdOf(where.table, id);
      if (!keys.all.some((key) => isSealedUnder(key, sealed))) {
        done.foreign += 1;
        continue;
      }
      const column = sql.ref(where.column);
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(where.table)} set ${column} = ${seal(keys, rowId, open(keys, rowId, sealed))}
        where id = ${id} and ${column} = ${sealed}`.execute(db);
      done.rows += Number(numAffectedRows);
    }
    batch = await batchOf(db, where, batch.at(-1)?.id ?? '');
  }
  return done;
}

/** Changes all rows or none, since processes read all keys of the column together. */
const sealFollowed = (db: Db, where: SealedColumn, keys: KeyRing): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(where.table)} in share row exclusive mode`.execute(tx);
    const { rows, foreign } = await sealColumn(tx, where, keys);
    if (foreign > 0)
      throw new UsageError(
        'Nothing was changed: the secrets were not encrypted with the given old key.',
      );
    return rows;
  });

/** Only processes that are connected now count; those that start later find the new key in the database. */
async function isServiceRunning(db: Db): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    select exists (
      select from pg_stat_activity as other
      where datname = current_database() and application_name like 'signalbox%' and backend_start < own.backend_start
    ) as running from pg_stat_activity as own where pid = pg_backend_pid()`.execute(db);
  return rows[0]?.running ?? false;
}

/** Can be repeated: values that are already sealed under the new key are skipped. */
export async function rekey(
  db: Db,
  columns: readonly SealedColumn[],
  { from, to }: { from: Buffer; to: Buffer },
  clock: Clock = systemClock,
): Promise<RekeyResult> {
  const keys = new KeyRing(to, from);
  const isRunning = await isServiceRunning(db);
  let rows = 0;
  for (const where of columns.filter(({ isFollowed }) => isFollowed))
    rows += await sealFollowed(db, where, keys);
  const followedAt = clock.now();
  for (;;) {
    const pass = { rows: 0, foreign: 0 };
    for (const where of columns.filter(({ isFollowed }) => !isFollowed)) {
      const sealed = await sealColumn(db, where, keys);
      pass.rows += sealed.rows;
      pass.foreign += sealed.foreign;
    }
    rows += pass.rows;
    const isSettled = !isRunning || clock.now() - followedAt >= SETTLED_AFTER_MS;
    if (isSettled && pass.rows === 0) return { rows, foreign: pass.foreign };
    if (!isSettled) await pause(clock, PAUSE_MS);
  }
}
