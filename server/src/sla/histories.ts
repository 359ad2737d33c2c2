// Turns stored steps into the history of each record.
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { History, Moment } from './clocks/ledger.ts';
import { readHistories, type StoredStep } from './history.sql.ts';
import type { SlaRecord, SlaRow } from './sla-record.ts';

/** An entry has the fields that changed, so the others are those of the entry before. */
function momentsOf<Row extends SlaRow>(
  { momentOf, firstStep }: SlaRecord<Row>,
  row: Row,
  steps: readonly StoredStep[],
): Moment[] {
  const { created_at: at } = row;
  let now: Row = { ...row, ...firstStep };
  const moments = [momentOf(now, at)];
  for (const { record_id: _id, at: stepAt, ...step } of steps) {
    now = Object.assign({}, now, step);
    moments.push(momentOf(now, stepAt));
  }
  // A record that was loaded without entries has at least its present state, as of its last update.
  return steps.length === 0 ? [...moments, momentOf(row, row.updated_at)] : moments;
}

export async function historiesOf<Row extends SlaRow>(
  db: Db | Tx,
  record: SlaRecord<Row>,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, History>> {
  const { steps, responses } = await readHistories(
    db,
    record.type,
    rows.map(({ id }) => id),
  );
  const stepsById = Map.groupBy(steps, (one) => one.record_id);
  const responsesById = Map.groupBy(responses, (one) => one.record_id);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        moments: momentsOf(record, row, stepsById.get(row.id) ?? []),
        responses: (responsesById.get(row.id) ?? []).map(({ at }) => at),
      },
    ]),
  );
}
