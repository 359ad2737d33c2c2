// Reads the event log in the order of commit visibility.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/postgres/tables.ts';
import type { BatchLimits } from '../log.ts';
import type { StoredEvent } from '../payload.ts';
import type { StreamPosition } from './position.ts';

interface EventLogTable {
  epoch: string;
  base_position: number;
  dropped_xid: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    event_log: EventLogTable;
  }
}

export interface LogState {
  epoch: string;
  /** Events up to this position belong to an earlier epoch. */
  base: number;
  /** Events of transactions up to this one may have been dropped. */
  droppedXid: number;
  /** Every transaction of this database before this one has ended. */
  horizon: StreamPosition;
  /** These transactions run in other databases, and cannot write events here. */
  foreign: readonly string[];
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

/** An epoch has six digits of the cluster and two of its timeline: after a failover, lost transactions may have used the same ids. */
const CURRENT_EPOCH = sql<string>`(
  select left(md5(system_identifier::text), 6) || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 7, 2)
  from pg_control_system())`;

/**
 * Begins a new epoch if the database was restored or failed over since the last one began. Events that were restored
 * into another cluster have transaction ids of the former one.
 */
export async function readLogState(db: Db): Promise<LogState> {
  await sql`
    update event_log set epoch = ${CURRENT_EPOCH},
      base_position = case when left(epoch, 6) in ('', left(${CURRENT_EPOCH}, 6)) then base_position
        else (select case when is_called then last_value else 0 end from event_position) end
    where epoch <> ${CURRENT_EPOCH}`.execute(db);
  // This precedes the snapshot of the next statement, so that its horizon is not below one that another process used before.
  const foreign = await foreignTransactions(db);
  const { rows } = await sql<{ epoch: string; base: number; dropped: string; horizon: string }>`
    select epoch, base_position as base, dropped_xid::text as dropped, ${horizonOf(foreign)}::text as horizon
    from event_log`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('event_log has no row');
  const { epoch, base, dropped, horizon } = row;
  return {
    epoch,
    base,
    droppedXid: Number(dropped),
    horizon: { xid: Number(horizon), position: 0 },
    foreign,
  };
}

export interface StreamedEvent extends StoredEvent {
  at: StreamPosition;
}

export interface StreamBatch {
  events: StreamedEvent[];
  /** Everything up to here was read. */
  end: StreamPosition;
  hasMore: boolean;
  /** Committed events wait for a transaction that is still running. */
  hasPending: boolean;
  /** The time changes when PostgreSQL restarts. */
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
  horizon: string;
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
    select found.*, found.xid::text as xid, state.horizon::text as horizon, pg_postmaster_start_time() as started_at,
      coalesce((select xid from events where xid is not null order by xid desc limit 1) >= state.horizon, false)
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
  const horizon = { xid: Number(first.horizon), position: 0 };
  return {
    events,
    end: isCut ? (events.at(-1)?.at ?? after) : isFull ? lastScanned : horizon,
    hasMore: isCut || isFull,
    hasPending: first.has_pending,
    startedAt: first.started_at,
  };
}
