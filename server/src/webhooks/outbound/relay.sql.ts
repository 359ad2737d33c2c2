// The relay's one write: deliveries and the mark of their events, in one statement and so in one commit.
import { sql } from 'kysely';
import { markingRelayed, type StoredEvent } from '../../events/index.ts';
import type { Db } from '../../platform/db.ts';
import { making, type Match, rowsOf } from './deliveries/deliveries.sql.ts';

export interface Relayed {
  /** Those that nobody else had relayed. */
  events: number;
  /** That have something to deliver now. */
  webhooks: string[];
}

/**
 * Under a lock that ends with the statement, so that deliveries of one record are made in its order, and no relay that
 * was stopped in between can work beside another: it finds its events marked. The commit does not wait for the disk.
 * What a crash of the database takes back it takes back whole, with every claim, and it is made again with the same ids
 * and bytes.
 */
export async function relayEvents(
  db: Db,
  events: readonly StoredEvent[],
  matches: readonly Match[],
  now: Date,
): Promise<Relayed> {
  const ids = events.map((event) => event.id);
  const isOurTurn = sql<boolean>`(select is_ours from turn)`;
  const wanted = sql`
    select row.* from (${rowsOf(matches)}) as row
      join relayed on relayed.id = row.event_id
      join outbound_webhooks w on w.id = row.webhook_id and w.active and w.deleted_at is null`;
  const { rows } = await sql<Relayed>`
    with turn as materialized (
      select pg_try_advisory_xact_lock(hashtext('signalbox_relay'))
        and set_config('synchronous_commit', 'off', true) = 'off' as is_ours
    ), relayed as materialized (${markingRelayed(ids, now, isOurTurn)}
    ), ${making(wanted, now)}
    select (select count(*)::int from relayed) as events,
      array(select distinct webhook_id from made) as webhooks`.execute(db);
  return rows[0] ?? { events: 0, webhooks: [] };
}
