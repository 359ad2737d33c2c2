import { sql } from 'kysely';
import { oldestUnrelayedSeconds } from '../../events/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

export async function activeOutboundOf(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from outbound_webhooks
    where owner_id = ${ownerId} and active and deleted_at is null order by id`.execute(tx);
  return rows.map((row) => row.id);
}

export async function inboundOf(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inbound_webhooks where owner_id = ${ownerId} and deleted_at is null order by id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** Events that commit now may be dated up to this much earlier. */
const MARGIN_SECONDS = 60;

/** Returns the time before which every event was relayed. */
export async function relayWatermark(db: Db, now: Date): Promise<Date> {
  const { rows } = await sql<{ seconds: number | null }>`
    select (${oldestUnrelayedSeconds(now)}) as seconds`.execute(db);
  const seconds = Math.max(MARGIN_SECONDS, rows[0]?.seconds ?? 0);
  return new Date(now.getTime() - seconds * 1000);
}

/** Counts the webhooks that need another owner, by direction: suspended outbound ones, and inbound ones with an end. */
export async function countOwnerless(db: Db): Promise<{ outbound: number; inbound: number }> {
  const { rows } = await sql<{ outbound: number; inbound: number }>`
    select (select count(*)::int from outbound_webhooks
        where deleted_at is null and not active and missed_since is not null) as outbound,
      (select count(*)::int from inbound_webhooks
        where deleted_at is null and active and ends_at is not null) as inbound`.execute(db);
  return rows[0] ?? { outbound: 0, inbound: 0 };
}

export interface OwnedWebhook {
  direction: 'outbound' | 'inbound';
  id: string;
  name: string;
  status: 'active' | 'inactive' | 'suspended';
  ends_at: string | null;
}

/** Returns the webhooks of an account, those that are not active included. */
export async function webhooksOf(db: Db, ownerId: string): Promise<OwnedWebhook[]> {
  const { rows } = await sql<OwnedWebhook>`
    select 'outbound' as direction, id, name, null::timestamptz as ends_at,
      case when active then 'active' when missed_since is null then 'inactive' else 'suspended' end as status
    from outbound_webhooks where owner_id = ${ownerId} and deleted_at is null
    union all
    select 'inbound', handle, name, ends_at, case when active then 'active' else 'inactive' end
    from inbound_webhooks where owner_id = ${ownerId} and deleted_at is null
    order by 1, 3, 2`.execute(db);
  return rows;
}
