// The clocks of incidents in PostgreSQL: those that fell due, and the moves that started and stopped one.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { incidentColumns, type IncidentRow } from '../incidents.sql.ts';
import type { Move } from './sla.segments.ts';

/** The longest overdue first. By the index incidents_sla_due, which holds nothing but what can fall due. */
export const lockDueIncidents = (tx: Tx, now: Date, limit: number): Promise<IncidentRow[]> =>
  tx
    .selectFrom('incidents')
    .select(incidentColumns)
    .where('sla_next_due_at', '<=', now.toISOString())
    .orderBy('sla_next_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** The newest `limit` moves up to a version of the record, oldest of them first. */
export async function findMoves(
  db: Db,
  incidentId: string,
  version: number,
  limit: number,
): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select at, kind, actor, request_id,
      changes #>> '{state,from}' as "from", changes #>> '{state,to}' as "to"
    from entries
    where record_type = 'incident' and record_id = ${incidentId}
      and record_version <= ${version} and changes ? 'state'
    order by at desc, id desc
    limit ${limit}`.execute(db);
  return rows.toReversed();
}
