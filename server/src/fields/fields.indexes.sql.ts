// Creates and drops the indexes of fields one after another, on a connection that nothing else uses.
import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { fieldIndexSql, typeNamed } from '../records/index.ts';
import { type FieldRow, indexValidity } from './fields.sql.ts';

export const indexOf = (field: FieldRow, isConcurrent = true) => {
  const type = typeNamed(field.record_type);
  if (!type) throw new Error(`No feature has the record type ${field.record_type}.`);
  return { ...fieldIndexSql(field, type.table, { isConcurrent }), table: type.table.name };
};

/**
 * A build may take minutes and runs outside a transaction, so the statements have no time limit. It also waits for every
 * transaction that began before it, such as that of a backup; reads and writes of others do not wait for the build.
 */
export async function adjustIndex(
  connection: Db,
  { sharesBackend }: Pick<Deps, 'sharesBackend'>,
  field: FieldRow,
): Promise<void> {
  const { name, table, create, describe, forget } = indexOf(field, !sharesBackend);
  const drop = sql`drop index ${sharesBackend ? sql`` : sql`concurrently`} if exists ${sql.ref(name)}`;
  await sql`set statement_timeout = 0`.execute(connection);
  await sql`set lock_timeout = 0`.execute(connection);
  try {
    const isValid = await indexValidity(connection, name);
    // Another job built it together with its own: analysing a large table again would take as long as a build.
    if (isValid === true && field.filterable && field.index_state === 'ready') return;
    if (isValid === false || !field.filterable) await drop.execute(connection);
    if (!field.filterable) {
      await forget.execute(connection);
      return;
    }
    await create.execute(connection);
    await describe.execute(connection);
    // PostgreSQL has no statistics about a new expression until the table is analysed.
    await sql`analyze ${sql.table(table)}`.execute(connection);
  } finally {
    await sql`reset statement_timeout`.execute(connection);
    await sql`reset lock_timeout`.execute(connection);
  }
}

const LOCK = sql`hashtextextended('indexes of fields', 0)`;

/**
 * Returns false if another job adjusts indexes: two builds of one table wait for each other until PostgreSQL ends one as a
 * deadlock. It does not wait for the lock, because a build waits for every statement that began before it.
 */
export const withIndexLock = (
  { maintenance }: Pick<Deps, 'maintenance'>,
  work: (connection: Db) => Promise<void>,
): Promise<boolean> =>
  maintenance.connection().execute(async (connection: Db) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(${LOCK}) as locked`.execute(connection);
    if (!rows[0]?.locked) return false;
    try {
      await work(connection);
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection);
    }
  });
