// Finds the records that wait for a decision of somebody.
import { sql } from 'kysely';
import type { RecordName } from '../../events/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { AnyRecordType } from '../record-type.ts';
import { type Decider, mayDecide } from '../decisions/decidable.ts';

export interface WaitingRecord {
  type: RecordName;
  id: string;
  title: string;
}

/** Returns the oldest ones of a type, and their number. */
export async function findWaiting(
  db: Db | Tx,
  { type, table, labelColumn, decisions }: AnyRecordType,
  actor: Decider,
  limit: number,
): Promise<{ total: number; data: WaitingRecord[] }> {
  if (!decisions || !mayDecide(decisions, actor)) return { total: 0, data: [] };
  const { rows } = await sql<WaitingRecord & { total: number }>`
    select ${sql.lit(type)} as type, id, ${sql.ref(labelColumn ?? 'id')} as title,
      (count(*) over ())::int as total
    from ${sql.table(table.name)}
    where state = 'submitted' and ${decisions.isUndecided(actor)}
      ${table.keepsDeleted ? sql`and deleted_at is null` : sql``}
    order by created_at, id limit ${limit}`.execute(db);
  return {
    total: rows[0]?.total ?? 0,
    data: rows.map(({ total: _, ...record }) => record),
  };
}
