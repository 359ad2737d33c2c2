// Reads the event log in the order of commit visibility.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';
import type { BatchLimits } from '../log.ts';
import type { StoredEvent } from '../payload.ts';
import type { LogIdentity } from '../identity/given-event.ts';
import { beginIdentityInNewCluster, CURRENT_CLUSTER } from '../identity/identity.sql.ts';
import { laterOf, type StreamPosition } from './position.ts';

/**
 * The state of the log has only positions of events, besides the horizon, and so has everything that clients and this
 * process keep. A failover keeps every event that was sent, because it was committed on the synchronous standby before
 * anybody could see it, and the new primary gives out transaction ids above those of all events that it has. It may give
 * out ids again that the old primary had already used for transactions that never reached the standby: a horizon of the
 * old primary would be above their events, and a stream that continued there would skip them.
 */
export interface LogState extends LogIdentity {
  /** Events up to this position belong to an earlier identity. */
  base: number;
  /** No event of this identity is at or before this position, or it has been dropped. */
  start: StreamPosition;
  /** This is the last event below the horizon, or the start if there is none. */
  newest: StreamPosition;
  /** Every transaction of this database before this one has ended. */
  horizon: StreamPosition;
  /** These transactions run in other databases, and cannot write events here. */
  foreign: readonly string[];
  /** The time changes when PostgreSQL restarts, and after a failover. */
  startedAt: string;
  /** The log has the event at the given position. */
  hasEvent: boolean;
}

/**
 * A snapshot covers all databases of the cluster, and a long transaction of another one must not delay the stream. Only
 * transactions that are seen to run elsewhere are left out. Reading pg_locks blocks the lock manager, so it is read only
 * when events wait.
 */
export async function foreignTransactions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ xid: string }>`
    select running.xid::text as xid
    from pg_snapshot_xip(pg_current_snapshot()) as running (xid)
      join pg_locks on locktype = 'transactionid' and granted and mode = 'ExclusiveLock'
        and transactionid::text::bigint = running.xid::text::bigint % 4294967296
      join pg_stat_activity using (pid)
    where datid <> (select oid from pg_database where datname = current_database())`.execute(db);
  return rows.map(({ xid }) => xid);
}

/** Selects the lowest running transaction that may write events, else the next one. */
const horizonOf = (foreign: readonly string[]) => sql<string>`coalesce(
  (select xid from pg_snapshot_xip(pg_current_snapshot()) as running (xid)
    where xid <> all(${foreign}::xid8[]) order by xid limit 1),
  pg_snapshot_xmax(pg_current_snapshot()))`;

interface StateRow extends LogIdentity {
  is_of_this_cluster: boolean;
  base: number;
  base_xid: string;
  dropped_xid: string;
  dropped_position: number;
  horizon: string;
  newest_xid: string | null;
  newest_position: number | null;
  started_at: string;
  has_event: boolean;
}

/** Reads the state, and whether the log has the event at `position`. */
async function selectState(
  db: Db,
  foreign: readonly string[],
  { xid, position }: StreamPosition,
): Promise<StateRow> {
  const { rows } = await sql<StateRow>`
    with state as materialized (
      select *, cluster = ${CURRENT_CLUSTER} as is_of_this_cluster, ${horizonOf(foreign)} as horizon from event_log)
    select identity, generation, is_of_this_cluster, base_position as base, base_xid::text as base_xid,
      dropped_xid::text as dropped_xid, dropped_position, horizon::text as horizon,
      newest.xid::text as newest_xid, newest.position as newest_position,
      pg_postmaster_start_time() as started_at,
      exists (select from events where xid = ${xid}::xid8 and position = ${position}::bigint) as has_event
    from state left join lateral (
      select xid, position from events
      where xid >= state.base_xid and xid < state.horizon and position > state.base_position
      order by xid desc, position desc limit 1) as newest on true`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('event_log has no row');
  return row;
}

/** Begins a new identity if the database was copied into another cluster. */
export async function readLogState(
  db: Db,
  position: StreamPosition = { xid: 0, position: 0 },
): Promise<LogState> {
  // This precedes the snapshot of the next statement, so that its horizon is not below one that another process used before.
  const foreign = await foreignTransactions(db);
  const row = await selectState(db, foreign, position);
  if (!row.is_of_this_cluster) {
    await beginIdentityInNewCluster(db);
    return readLogState(db, position);
  }
  const { identity, generation, base, started_at: startedAt, has_event: hasEvent } = row;
  const start = laterOf(
    { xid: Number(row.base_xid), position: 0 },
    { xid: Number(row.dropped_xid), position: row.dropped_position },
  );
  const newest = { xid: Number(row.newest_xid), position: Number(row.newest_position) };
  return {
    identity,
    generation,
    base,
    start,
    newest: laterOf(start, newest),
    horizon: { xid: Number(row.horizon), position: 0 },
    foreign,
    startedAt,
    hasEvent,
  };
}

export interface StreamedEvent extends StoredEvent {
  at: StreamPosition;
}

export interface StreamBatch {
  events: StreamedEvent[];
  /** Everything up to this event was read. */
  end: StreamPosition;
  hasMore: boolean;
  /** Committed events wait for a transaction that is still running. */
  hasPending: boolean;
  identity: string;
  startedAt: string;
}

export interface StreamFilter {
  type?: readonly string[] | undefined;
  record?: readonly string[] | undefined;
}

const COLUMNS = sql.raw('id, type, record_type, record_id, sequence, occurred_at, data');

const conditionOf = ({ type, record }: StreamFilter): RawBuilder<boolean> => sql<boolean>`(
  ${type ? sql`type = any(${type}::text[])` : sql`true`} and
  ${record ? sql`record_id = any(${record}::text[])` : sql`true`})`;

type Row = Partial<StoredEvent> & {
  xid: string | null;
  position: number | null;
  identity: string;
  started_at: string;
  has_pending: boolean;
  scanned: number;
  matched: number;
  last_xid: string | null;
  last_position: number | null;
};

/**
 * Reads in one statement, whose snapshot decides what is complete: every transaction below its horizon has ended, so no event can
 * appear there later. It scans a bounded number of rows, however few of them match.
 */
export async function readAfter(
  db: Db,
  { base, foreign }: Pick<LogState, 'base' | 'foreign'>,
  after: StreamPosition,
  filter: StreamFilter,
  { rows: limit, bytes }: BatchLimits,
): Promise<StreamBatch> {
  const { rows } = await sql<Row>`
    with state as materialized (select ${horizonOf(foreign)} as horizon),
    scanned as materialized (
      select ${COLUMNS}, xid, position from events
      where xid >= ${after.xid}::xid8 and (xid, position) > (${after.xid}::xid8, ${after.position}::bigint)
        and xid < (select horizon from state) and position > ${base}::bigint
      order by xid, position limit ${limit}),
    matched as materialized (
      select *, sum(octet_length(data::text)) over (
        order by xid, position rows between unbounded preceding and 1 preceding) as bytes_before
      from scanned where ${conditionOf(filter)})
    select found.*, found.xid::text as xid, (select identity from event_log) as identity,
      pg_postmaster_start_time() as started_at,
      exists (select from events
        where xid >= state.horizon and xid < pg_snapshot_xmax(pg_current_snapshot()) and position > ${base}::bigint)
        as has_pending,
      (select count(*)::int from scanned) as scanned, (select count(*)::int from matched) as matched,
      last.xid::text as last_xid, last.position as last_position
    from state
      left join (select xid, position from scanned order by xid desc, position desc limit 1) as last on true
      left join (select ${COLUMNS}, xid, position from matched where coalesce(bytes_before, 0) < ${bytes}) as found
        on true
    order by found.xid, found.position`.execute(db);
  const [first] = rows;
  if (!first) throw new Error('The event log could not be read.');
  const events = rows.flatMap(
    ({ id, type, record_type, record_id, sequence, occurred_at, data, ...row }) =>
      id === undefined || id === null
        ? []
        : [
            {
              ...({ id, type, record_type, record_id, sequence, occurred_at, data } as StoredEvent),
              at: { xid: Number(row.xid), position: Number(row.position) },
            },
          ],
  );
  const isCut = events.length < first.matched;
  const isFull = first.scanned === limit;
  const lastScanned = { xid: Number(first.last_xid), position: Number(first.last_position) };
  return {
    events,
    end: isCut ? (events.at(-1)?.at ?? after) : first.scanned > 0 ? lastScanned : after,
    hasMore: isCut || isFull,
    hasPending: first.has_pending,
    identity: first.identity,
    startedAt: first.started_at,
  };
}
