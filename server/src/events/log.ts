// Reads the event log, for receivers that catch up and for the relay.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/postgres/tables.ts';
import type { ListSpec } from '../platform/lists/list-spec.ts';
import type { LogIdentity } from './identity/given-event.ts';
import type { StoredEvent } from './payload.ts';
import { recordDroppedEvents } from './stream/dropped-events.ts';
import type { ExpiringTable } from '../platform/postgres/partitions.ts';

/** Events that are not relayed yet must not expire. */
export const expiringEvents: ExpiringTable = {
  table: 'events',
  retainedWhile: sql<boolean>`relayed_at is null`,
  beforeDrop: recordDroppedEvents,
};

const columns = [
  'id',
  'type',
  'record_type',
  'record_id',
  'sequence',
  'occurred_at',
  'data',
] as const;

export const eventList: ListSpec<StoredEvent> = {
  name: 'events',
  table: 'events',
  columns,
  large: ['data'],
  sorts: { occurred_at: 'timestamptz' },
  mainSort: 'occurred_at',
  indexes: [['type']],
  filters: {
    type: { column: 'type', test: 'in', type: 'text' },
    record: { column: 'record_id', test: 'in', type: 'text' },
    since: { column: 'occurred_at', test: 'since', type: 'timestamptz' },
  },
  total: 'none',
};

export interface BatchLimits {
  rows: number;
  /** The data is measured as text. The first event is always read, regardless of its size. */
  bytes: number;
}

export interface EventBatch {
  events: (StoredEvent & { position: number })[];
  /** True if more events may be ready. */
  hasMore: boolean;
  /** The log had this identity when the events were read. */
  identity: LogIdentity | undefined;
}

const COLUMNS = sql.join(columns.map((column) => sql.ref(column)));

/** Data is measured as text, because it is stored compressed but transferred uncompressed. */
async function readBatch(
  db: Db,
  where: RawBuilder<boolean>,
  order: RawBuilder<unknown>,
  { rows: limit, bytes }: BatchLimits,
): Promise<EventBatch> {
  const { rows } = await sql<StoredEvent & { position: number; seen: number } & LogIdentity>`
    select ${COLUMNS}, position, seen, identity, generation
    from event_log, (
      select head.*, (count(*) over ())::int as seen, sum(octet_length(data::text)) over (
        order by ${order} rows between unbounded preceding and 1 preceding) as bytes_before
      from (select ${COLUMNS}, position from events where ${where} order by ${order} limit ${limit}) as head
    ) as summed
    where coalesce(bytes_before, 0) < ${bytes}
    order by ${order}`.execute(db);
  const [first] = rows;
  const seen = first?.seen ?? 0;
  return {
    events: rows.map(
      ({ seen: _, identity: _identity, generation: _generation, ...event }) => event,
    ),
    hasMore: seen === limit || rows.length < seen,
    identity: first && { identity: first.identity, generation: first.generation },
  };
}

/**
 * Returns events that are not relayed yet in the order of `position`: the events of one record become visible in the
 * order of its updates. "position > last" would skip some: transactions do not commit in the order of their positions.
 */
export const unrelayedEvents = (db: Db, limits: BatchLimits): Promise<EventBatch> =>
  readBatch(db, sql`relayed_at is null`, sql`position`, limits);

/** Selects a row if any event is not relayed yet. The order makes the planner use the index of these events. */
export const anyUnrelayed = (): RawBuilder<unknown> =>
  sql`select 0 from events where relayed_at is null order by position limit 1`;

/** Selects the age of the oldest event that is not relayed yet. */
export const oldestUnrelayedSeconds = (now: Date): RawBuilder<unknown> =>
  sql`select extract(epoch from ${now.toISOString()}::timestamptz - occurred_at)::float8
    from events where relayed_at is null order by position limit 1`;

/**
 * Marks events that are still unmarked, and returns their ids, as part of the relay's statement. For `is null`, the
 * planner would also read the index of all unrelayed events.
 */
export const markingRelayed = (
  ids: readonly string[],
  now: Date,
  condition: RawBuilder<boolean>,
): RawBuilder<{ id: string }> =>
  sql`update events set relayed_at = ${now.toISOString()}::timestamptz
    where id = any(${ids}::uuid[]) and num_nulls(relayed_at) = 1 and ${condition} returning id`;

/** Unmarks events, so that they are relayed again. */
export const unmarkingRelayed = (ids: RawBuilder<unknown>): RawBuilder<{ id: string }> =>
  sql`update events set relayed_at = null where id in (${ids}) returning id`;

interface Span {
  types: readonly string[];
  since: string;
  until: string;
}

/** Returns events in the order of the log, from a position; `until` is exclusive. */
export function eventsBetween(
  db: Db,
  { types, since, until }: Span,
  after: Pick<StoredEvent, 'occurred_at' | 'id'> | undefined,
  limits: BatchLimits,
): Promise<EventBatch> {
  const from = after
    ? sql`(occurred_at, id) > (${after.occurred_at}::timestamptz, ${after.id}::uuid)`
    : sql`occurred_at >= ${since}::timestamptz`;
  const where = sql<boolean>`
    ${from} and occurred_at < ${until}::timestamptz and type = any(${types}::text[])`;
  return readBatch(db, where, sql`occurred_at, id`, limits);
}
