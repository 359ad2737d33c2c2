import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';
import { readSnapshot } from '../../platform/postgres/transaction.ts';
import { openRecords } from '../recompute/recompute.sql.ts';
import type { ClockedType, ClockRow } from '../typed.ts';

/** Returns the newest open records. */
export const findOpenRecords = (db: Db, type: ClockedType, limit: number): Promise<ClockRow[]> =>
  readSnapshot(db, (tx) =>
    type.table.findSome(tx, openRecords(type.type as never), sql`created_at desc, id desc`, limit),
  );

/** Returns the positions of all policies by their ids. */
export async function positionsOf(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; position: number }>`
    select id, position from sla_policies where deleted_at is null`.execute(db);
  return new Map(rows.map(({ id, position }) => [id, position]));
}
