// The relay's one write: deliveries and the mark of their events, in one statement and so in one commit.
import { sql } from 'kysely';
import { markingRelayed, type StoredEvent, unmarkingRelayed } from '../../../events/index.ts';
import type { Db } from '../../../platform/postgres/tables.ts';
import { making, type Match, matchedRows } from '../deliveries/deliveries.sql.ts';
import type { Subscription } from './matching.ts';

interface RelayFailuresTable {
  event_id: string;
  error: string;
  failed_at: string;
}

declare module '../../../platform/postgres/tables.ts' {
  interface Tables {
    relay_failures: RelayFailuresTable;
  }
}

export interface Relayed {
  /** Those that nobody else had relayed. */
  events: number;
  /** That have something to deliver now. */
  webhooks: string[];
}

/**
 * Differs after every change of a webhook: a change raises its version, and a new one has the greatest id. A part of a
 * statement, so that it is of the same moment as what stands beside it.
 */
const EDITION = sql<string>`
  (select concat_ws('/', count(*), sum(version), max(id)) from outbound_webhooks)`;

/** What events are matched against, and the edition it is of. */
export interface Subscriptions {
  edition: string;
  all: Subscription[];
}

export async function readSubscriptions(db: Db): Promise<Subscriptions> {
  const { rows } = await sql<Subscriptions>`
    select ${EDITION} as edition, coalesce(json_agg(json_build_object('id', id, 'events', events, 'filters', filters)),
      '[]') as all
    from outbound_webhooks where active and deleted_at is null`.execute(db);
  return rows[0] as Subscriptions;
}

/**
 * Undefined, and nothing done, if webhooks have changed since `edition`.
 *
 * Under a lock that ends with the statement, so that deliveries of one record are made in its order, and no relay that
 * was stopped in between can work beside another: it finds its events marked. The commit does not wait for the disk.
 * What a crash of the database takes back it takes back whole, with every claim, and it is made again with the same ids
 * and bytes.
 */
export async function relayEvents(
  db: Db,
  events: readonly StoredEvent[],
  matches: readonly Match[],
  edition: string,
  now: Date,
): Promise<Relayed | undefined> {
  const ids = events.map((event) => event.id);
  const isOurTurn = sql<boolean>`(select is_ours from turn)`;
  const wanted = sql`
    select row.* from (${matchedRows(matches)}) as row join relayed on relayed.id = row.event_id`;
  const { rows } = await sql<Relayed & { is_current: boolean }>`
    with known as materialized (
      select ${EDITION} = ${edition} as is_current
    ), turn as materialized (
      select is_current and pg_try_advisory_xact_lock(hashtext('signalbox_relay'))
        and set_config('synchronous_commit', 'off', true) = 'off' as is_ours
      from known
    ), relayed as materialized (${markingRelayed(ids, now, isOurTurn)}
    ), ${making(wanted, now)}
    select is_current, (select count(*)::int from relayed) as events,
      array(select distinct webhook_id from made) as webhooks
    from known`.execute(db);
  const { is_current = false, ...relayed } = rows[0] ?? {};
  return is_current ? (relayed as Relayed) : undefined;
}

const MAX_ERROR_LENGTH = 1000;

/** Marks the event as relayed without a delivery, and says why. False if another process has relayed it meanwhile. */
export async function setAside(
  db: Db,
  { id }: Pick<StoredEvent, 'id'>,
  reason: string,
  now: Date,
): Promise<boolean> {
  const error = reason.replaceAll('\0', '').toWellFormed().slice(0, MAX_ERROR_LENGTH);
  const { rows } = await sql`
    with marked as (${markingRelayed([id], now, sql<boolean>`true`)})
    insert into relay_failures (event_id, error, failed_at)
    select id, ${error}, ${now.toISOString()}::timestamptz from marked
    on conflict (event_id) do update set error = excluded.error, failed_at = excluded.failed_at
    returning event_id`.execute(db);
  return rows.length > 0;
}

const MAX_RETRIED = 10_000;

/** The oldest ones, to be relayed again. Returns how many. */
export async function retrySetAside(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with retried as (
      delete from relay_failures where event_id in (
        select event_id from relay_failures order by failed_at limit ${MAX_RETRIED})
      returning event_id
    ), unmarked as (${unmarkingRelayed(sql`select event_id from retried`)})
    select count(*)::int as n from unmarked`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function countSetAside(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from relay_failures`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Failures of events that were dropped with their month. */
export const purgeDroppedFailures = (db: Db) =>
  sql`delete from relay_failures f
    where not exists (select from events where events.id = f.event_id)`.execute(db);
