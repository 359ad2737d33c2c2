import { type RawBuilder, sql } from 'kysely';
import type { SlaType } from '../../platform/runtime/sla-definitions.ts';

interface OpenRows {
  table: string;
  states: readonly string[];
}

/** The states are those of the indexes. */
const openRows: Readonly<Record<SlaType, OpenRows>> = {
  incident: { table: 'incidents', states: ['new', 'in_progress', 'on_hold', 'reopened'] },
  request: { table: 'service_requests', states: ['submitted', 'approved'] },
};

const isOpen = (type: SlaType) => sql<boolean>`deleted_at is null
  and state in (${sql.join(openRows[type].states.map((state) => sql.lit(state)))})`;

/** Open records whose clocks were computed by earlier definitions. */
export const isOutdated = (type: SlaType, version: number): RawBuilder<boolean> =>
  sql<boolean>`${isOpen(type)} and sla_version < ${version}::int`;

export const byVersion = sql`sla_version, id`;

/** Selects zero if a worker has clocks to compute. */
export const recomputeWaitMs = (type: SlaType): RawBuilder<unknown> => sql`
  select 0 from ${sql.table(openRows[type].table)}
  where ${isOpen(type)} and sla_version < (select clocks_version from sla_definitions) limit 1`;

export const isDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`sla_next_due_at <= ${now.toISOString()}::timestamptz`;

export const byDueTime = sql`sla_next_due_at`;

export const dueWaitMs = (type: SlaType, now: Date): RawBuilder<unknown> => sql`
  select extract(epoch from sla_next_due_at - ${now.toISOString()}::timestamptz) * 1000
  from ${sql.table(openRows[type].table)} where sla_next_due_at is not null
  order by sla_next_due_at limit 1`;

/** Selects open records, the newest first. */
export const openRecords = (type: SlaType): RawBuilder<boolean> => isOpen(type);
