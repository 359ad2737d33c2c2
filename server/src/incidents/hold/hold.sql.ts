// Reads incidents whose hold ends at a time, by the partial index incidents_hold_due_unmerged.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/postgres/tables.ts';
import { incidentColumns, type IncidentRow } from '../incidents.sql.ts';

/** The literals are those of the index: a plan for any parameter would not use it. */
const isWaiting = sql<boolean>`on_hold_until is not null and state = 'on_hold' and deleted_at is null and merged_into is null`;

/** Locks those that are longest overdue first, and skips those that another worker or an update has locked. */
export const lockEndedHolds = (tx: Tx, now: Date, limit: number): Promise<IncidentRow[]> =>
  tx
    .selectFrom('incidents')
    .select([...incidentColumns, 'ai_suggested_resolution'])
    .where(isWaiting)
    .where('on_hold_until', '<=', now.toISOString())
    .orderBy('on_hold_until')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Selects the milliseconds until the next hold ends, for the poll for due work. */
export const nextHoldEndMs = (now: Date): RawBuilder<unknown> =>
  sql`select extract(epoch from on_hold_until - ${now.toISOString()}::timestamptz) * 1000
    from incidents where ${isWaiting} order by on_hold_until limit 1`;
