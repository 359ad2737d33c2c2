// Loads records with a history: computes in memory the same rows, entries and events that individual writes would have
// left.
import { sql } from 'kysely';
import type { PastEmission } from '../../events/index.ts';
import type { AuditContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { RecordType, VersionedRow } from '../record-type.ts';
import { creationOf, updateOf } from '../save.ts';
import { withEventSequence } from '../events/write-events.ts';

export type { PastEmission };

/** The context has the actor and the time of the update. */
interface PastStep<Row, C> {
  context: C;
  apply: (before: Row) => Row;
}

/** Returns the row after all steps and the emission of each. Effects of time between the steps are not computed. */
export function replay<Row extends VersionedRow, C extends AuditContext>(
  type: RecordType<Row, C>,
  context: C,
  created: Row,
  steps: readonly PastStep<Row, C>[],
): { row: Row; emissions: PastEmission[] } {
  let row = withEventSequence(type, created);
  const emissions = [
    { context: context as AuditContext, emission: creationOf(context, type, row) },
  ];
  for (const step of steps) {
    const update = updateOf(step.context, type, row, step.apply(row));
    if (!update) continue;
    emissions.push(...update.emissions.map((emission) => ({ context: step.context, emission })));
    ({ row } = update);
  }
  return { row, emissions };
}

/** Returns the next ids of a record type in ascending order. */
export async function reserveIds(
  tx: Tx,
  prefix: string,
  sequence: string,
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select record_id(${prefix}, nextval(${sequence})) as id from generate_series(1, ${count}::int)`.execute(
    tx,
  );
  return rows.map(({ id }) => id).toSorted();
}

/** Inserts any number of rows with one statement; their members have the names and types of the columns. */
export async function insertRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${names}) select ${names}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  );
}
