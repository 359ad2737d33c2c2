// Reads due incidents, and the transitions that started and halted a clock.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { incidentColumns, type IncidentRow } from '../incidents.sql.ts';
import type { State } from '../incidents.states.ts';
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

type Current = Pick<IncidentRow, 'id' | 'version' | 'state' | 'merged_into'>;

interface StoredTransition extends Pick<Transition, 'at' | 'kind' | 'actor' | 'request_id'> {
  state: { from: State | null; to: State } | null;
  leader: { from: string | null; to: string | null } | null;
}

/**
 * Returns the newest `limit` transitions up to the version of the record, in ascending order. An entry has the fields that
 * changed, so the others are those of the row, read back from the newest entry.
 */
export async function findTransitions(
  db: Db,
  { id, version, state, merged_into }: Current,
  limit: number,
): Promise<Transition[]> {
  const { rows } = await sql<StoredTransition>`
    select at, kind, actor, request_id, changes -> 'state' as state, changes -> 'merged_into' as leader
    from entries
    where record_type = 'incident' and record_id = ${id}
      and record_version <= ${version} and (changes ? 'state' or changes ? 'merged_into')
    order by at desc, id desc
    limit ${limit}`.execute(db);
  let after: { state: State; leader: string | null } = { state, leader: merged_into };
  const transitions: Transition[] = [];
  for (const { state: moved, leader: merged, ...entry } of rows) {
    const { from, to } = moved ?? { from: after.state, to: after.state };
    const leader = merged ?? { from: after.leader, to: after.leader };
    const isMerged = leader.from !== null || leader.to !== null;
    transitions.push({ ...entry, from, to, ...(isMerged && { leader }) });
    after = { state: from ?? to, leader: leader.from };
  }
  return transitions.toReversed();
}
