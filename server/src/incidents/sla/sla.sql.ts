// Reads due incidents, and the transitions that started and halted a clock.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { incidentColumns, type IncidentRow } from '../incidents.sql.ts';
import type { Transition } from './sla.segments.ts';

/** Locks those that are longest overdue first, by the partial index incidents_sla_due. */
export const lockDueIncidents = (tx: Tx, now: Date, limit: number): Promise<IncidentRow[]> =>
  tx
    .selectFrom('incidents')
    .select([...incidentColumns, 'ai_suggested_resolution'])
    .where('sla_next_due_at', '<=', now.toISOString())
    .orderBy('sla_next_due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Selects the milliseconds until the next threshold is due, for the poll for due work. Uses the same index. */
export const nextThresholdMs = (now: Date): RawBuilder<unknown> =>
  sql`select extract(epoch from sla_next_due_at - ${now.toISOString()}::timestamptz) * 1000
    from incidents where sla_next_due_at is not null order by sla_next_due_at limit 1`;

/** Returns the age of the oldest threshold that is due, for the gauge. Uses the same index. */
export async function oldestThresholdSeconds(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select (${nextThresholdMs(now)})::float8 as ms`.execute(db);
  return Math.max(0, -(rows[0]?.ms ?? 0)) / 1000;
}

/** Returns the newest `limit` transitions up to a version of the record, in ascending order. */
export async function findTransitions(
  db: Db,
  incidentId: string,
  version: number,
  limit: number,
): Promise<Transition[]> {
  const { rows } = await sql<Transition>`
    select at, kind, actor, request_id,
      changes #>> '{state,from}' as "from", changes #>> '{state,to}' as "to"
    from entries
    where record_type = 'incident' and record_id = ${incidentId}
      and record_version <= ${version} and changes ? 'state'
    order by at desc, id desc
    limit ${limit}`.execute(db);
  return rows.toReversed();
}
