// The webhooks of an account in PostgreSQL.
import { sql } from 'kysely';
import { oldestUnrelayedSeconds } from '../../events/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

export interface OwnerKey {
  id: string;
  /** Null for a client that acts under the address derived from its id. */
  email: string | null;
}

/** Ids of the active outbound webhooks. Those that the previous release has inserted are found by their address. */
export async function activeOutboundOf(tx: Tx, { id, email }: OwnerKey): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from outbound_webhooks
    where active and deleted_at is null and (owner_id = ${id} or (owner_id is null and
      lower(owner) = lower(coalesce(${email}::text, ${id} || '@clients.' || split_part(owner, '@clients.', 2)))))
    order by id`.execute(tx);
  return rows.map((row) => row.id);
}

export async function inboundOf(tx: Tx, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from inbound_webhooks where owner_id = ${ownerId} and deleted_at is null order by id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** Events that commit now may be dated before. */
const MARGIN_SECONDS = 60;

/** The time before which every event was relayed. */
export async function relayedUntil(db: Db, now: Date): Promise<Date> {
  const { rows } = await sql<{ seconds: number | null }>`
    select (${oldestUnrelayedSeconds(now)}) as seconds`.execute(db);
  const seconds = Math.max(MARGIN_SECONDS, rows[0]?.seconds ?? 0);
  return new Date(now.getTime() - seconds * 1000);
}
