import { sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';
import type { ChangeRow } from './changes.sql.ts';

export type CiChange = Pick<
  ChangeRow,
  | 'id'
  | 'short_description'
  | 'type'
  | 'state'
  | 'risk'
  | 'ci_ids'
  | 'planned_start_at'
  | 'planned_end_at'
  | 'updated_at'
>;

interface ChangesRequest {
  ciIds: readonly string[];
  since: Date;
  limit: number;
}

/** Returns changes that were created, updated or planned to be implemented since then, newest first. */
export async function findRecentChangesOfCis(
  db: Db,
  { ciIds, since, limit }: ChangesRequest,
): Promise<CiChange[]> {
  const from = since.toISOString();
  const { rows } = await sql<CiChange>`
    select id, short_description, type, state, risk, ci_ids, planned_start_at, planned_end_at, updated_at
    from changes
    where deleted_at is null and ci_ids && ${ciIds}::text[]
      and (updated_at > ${from}::timestamptz
        or (planned_start_at <= now() and planned_end_at > ${from}::timestamptz))
    order by updated_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
