// Reading the event log: for receivers that catch up, and for the relay.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { ListSpec } from '../platform/list.ts';
import type { StoredEvent } from './payload.ts';

const columns = [
  'id',
  'type',
  'record_type',
  'record_id',
  'sequence',
  'occurred_at',
  'data',
] as const;

export const eventList: ListSpec = {
  name: 'events',
  table: 'events',
  columns,
  large: ['data'],
  sorts: { occurred_at: 'timestamptz' },
  mainSort: 'occurred_at',
  filters: {
    type: { column: 'type', test: 'in', type: 'text' },
    record: { column: 'record_id', test: 'in', type: 'text' },
    since: { column: 'occurred_at', test: 'since', type: 'timestamptz' },
  },
  total: 'none',
};

/**
 * Events that no delivery was made of yet, in the order of `position`: what is visible of one record is so in the
 * order of its changes. Never "position > last": transactions commit in another order than they draw positions.
 */
export const unrelayedEvents = (db: Db, limit: number): Promise<StoredEvent[]> =>
  db
    .selectFrom('events')
    .select([...columns])
    .where('relayed_at', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute() as Promise<unknown> as Promise<StoredEvent[]>;

/**
 * A part of the relay's statement: marks those that nobody has marked meanwhile, and gives their ids. Not `is null`, for
 * which the planner would read the index of all that are unrelayed besides the ids.
 */
export const markingRelayed = (
  ids: readonly string[],
  now: Date,
  condition: RawBuilder<boolean>,
): RawBuilder<{ id: string }> =>
  sql`update events set relayed_at = ${now.toISOString()}::timestamptz
    where id = any(${ids}::uuid[]) and num_nulls(relayed_at) = 1 and ${condition} returning id`;

interface Span {
  types: readonly string[];
  since: string;
  until: string;
}

/** In the order of the log, from a place on; `until` is exclusive. */
export async function eventsBetween(
  db: Db,
  { types, since, until }: Span,
  after: Pick<StoredEvent, 'occurred_at' | 'id'> | undefined,
  limit: number,
): Promise<StoredEvent[]> {
  const from = after
    ? sql`(occurred_at, id) > (${after.occurred_at}::timestamptz, ${after.id}::uuid)`
    : sql`occurred_at >= ${since}::timestamptz`;
  const { rows } = await sql<StoredEvent>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from events
    where ${from} and occurred_at < ${until}::timestamptz and type = any(${types}::text[])
    order by occurred_at, id limit ${limit}`.execute(db);
  return rows;
}
