// The relay inserts deliveries, adds tasks and marks their events as relayed in one statement, and so in one commit.
import { type RawBuilder, sql } from 'kysely';
import {
  addingEventTasks,
  type EventTask,
  markingRelayed,
  type StoredEvent,
  unmarkingRelayed,
} from '../../../events/index.ts';
import type { Db } from '../../../platform/postgres/tables.ts';
import { insertingDeliveries, type Match, matchedRows } from '../deliveries/deliveries.sql.ts';
import type { GroupNames, Subscription } from './matching.ts';
import { cut, toStorable } from '../../../platform/text.ts';
import { runNamed } from '../../../platform/postgres/statements.ts';

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

interface RelayBatch {
  events: readonly StoredEvent[];
  matches: readonly Match[];
  /** The events were matched with the subscriptions of this version. */
  version: string;
  tasks?: readonly EventTask[];
}

export interface RelayResult {
  events: number;
  /** These webhooks have new deliveries. */
  webhooks: string[];
}

/**
 * The version of the subscriptions differs after every update of a webhook: an update raises the version of its row, and
 * a new webhook has the greatest id. A group that is renamed raises the version of its row, too. It is an SQL fragment, so that it is read in the same snapshot as the rest of the
 * statement.
 */
const SUBSCRIPTIONS_VERSION = sql<string>`
  (select concat_ws('/', count(*), sum(version), max(id), (select sum(version) from groups))
   from outbound_webhooks)`;

/** Only active webhooks have a subscription. */
export interface Subscriptions {
  version: string;
  all: Subscription[];
  /** The present names of groups by those they had. */
  groups: GroupNames;
}

export async function readSubscriptions(db: Db): Promise<Subscriptions> {
  const { rows } = await sql<Subscriptions>`
    select ${SUBSCRIPTIONS_VERSION} as version,
      (select coalesce(jsonb_object_agg(former.name, groups.name), '{}')
       from group_names as former join groups on groups.id = former.group_id
       where former.name <> groups.name) as groups, coalesce(json_agg(json_build_object('id', id, 'events', events, 'filters', filters)),
      '[]') as all
    from outbound_webhooks where active and deleted_at is null`.execute(db);
  return rows[0] as Subscriptions;
}

/**
 * Returns undefined, and writes nothing, if webhooks have changed since `version`.
 *
 * An advisory lock until the end of the statement keeps deliveries in the order of their record. A relay that was
 * suspended between reading and writing finds its events already marked. The commit is asynchronous: a crash of the
 * database loses the deliveries, the marks and every claim together, and the deliveries are created again with the same
 * ids and bytes.
 */
export async function relayEvents(
  db: Db,
  { events, matches, version, tasks = [] }: RelayBatch,
  now: Date,
): Promise<RelayResult | undefined> {
  const ids = events.map((event) => event.id);
  const hasLock = sql<boolean>`(select is_acquired from relay_lock)`;
  const newRows = sql`
    select row.* from (${matchedRows(matches)}) as row join relayed on relayed.id = row.event_id`;
  const { rows } = await runNamed(
    db,
    'relay events',
    sql<RelayResult & { is_current: boolean }>`
    with known as materialized (
      select ${SUBSCRIPTIONS_VERSION} = ${version} as is_current
    ), relay_lock as materialized (
      select is_current and pg_try_advisory_xact_lock(hashtext('signalbox_relay'))
        and set_config('synchronous_commit', 'off', true) = 'off' as is_acquired
      from known
    ), relayed as materialized (${markingRelayed(ids, now, hasLock)}
    ), ${sql.join([insertingDeliveries(newRows, now), ...addingEventTasks(tasks, events)])}
    select is_current, (select count(*)::int from relayed) as events,
      array(select distinct webhook_id from made) as webhooks
    from known`,
  );
  const { is_current = false, ...relayed } = rows[0] ?? {};
  return is_current ? (relayed as RelayResult) : undefined;
}

const MAX_ERROR_LENGTH = 1000;

/** Marks the event as relayed without a delivery, and stores the reason. Returns false if another process has relayed it. */
export async function setAside(
  db: Db,
  { id }: Pick<StoredEvent, 'id'>,
  reason: string,
  now: Date,
): Promise<boolean> {
  const error = cut(toStorable(reason), MAX_ERROR_LENGTH);
  const { rows } = await sql`
    with marked as (${markingRelayed([id], now, sql<boolean>`true`)})
    insert into relay_failures (event_id, error, failed_at)
    select id, ${error}, ${now.toISOString()}::timestamptz from marked
    on conflict (event_id) do update set error = excluded.error, failed_at = excluded.failed_at
    returning event_id`.execute(db);
  return rows.length > 0;
}

const MAX_RETRIED = 10_000;

/** Unmarks the oldest failures, so that the workers relay them again. Returns the number of events. */
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

export const countSetAside = (): RawBuilder<unknown> =>
  sql`select count(*)::int from relay_failures`;

/** Deletes failures of events that were dropped with their monthly partition. */
export const purgeDroppedFailures = (db: Db) =>
  sql`delete from relay_failures f
    where not exists (select from events where events.id = f.event_id)`.execute(db);
