// The one relay: a lock that ends with the transaction it guards, so no stalled relay can work beside another.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export async function takeRelayLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('signalbox_relay')) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}
