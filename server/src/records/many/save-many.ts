// Saves updates that the service makes to many records at once, with a few statements for all of them.
import { sql } from 'kysely';
import { type Cause, emitAll } from '../../events/index.ts';
import type { AuditContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { RecordType, VersionedRow } from '../record-type.ts';
import { notifyListeners, updateOf } from '../save.ts';

export interface RowUpdate<Row, C> {
  context: C;
  before: Row;
  next: Row;
}

/** Writes these columns of the locked rows. The members of a row have the names of the columns. */
export async function saveColumns(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  if (rows.length === 0) return;
  const target = sql.table(table);
  const given = rows.map((row) =>
    Object.fromEntries(['id', ...columns].map((column) => [column, row[column as never]])),
  );
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql`saved.${sql.ref(column)}`));
  await sql`
    update ${target} set (${names}) = row(${values})
    from jsonb_populate_recordset(null::${target}, ${JSON.stringify(given)}::jsonb) as saved
    where ${target}.id = saved.id`.execute(tx);
}

/** Each update has its entry, its events and its version, as if it had been saved alone. `columns` are those that it may change. */
export async function saveUpdates<Row extends VersionedRow, C extends AuditContext>(
  tx: Tx,
  type: RecordType<Row, C>,
  columns: readonly (keyof Row & string)[],
  updates: readonly RowUpdate<Row, C>[],
  cause: Cause,
): Promise<void> {
  const saved = updates.flatMap(({ context, before, next }) => {
    const update = updateOf(context, type, before, next, { cause });
    return update ? [{ context, before, ...update }] : [];
  });
  await saveColumns(
    tx,
    type.table.name,
    [...columns, 'version', 'updated_at', 'event_sequence'],
    saved.map(({ row }) => row),
  );
  await emitAll(
    tx,
    saved.flatMap(({ context, emissions }) => emissions.map((emission) => ({ context, emission }))),
  );
  for (const { context, before, row } of saved)
    await notifyListeners(tx, type.type, before, row, context);
}
