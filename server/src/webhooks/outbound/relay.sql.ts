// The one relay: a lock that ends with the transaction it guards, so no stalled relay can work beside another.
// Its commit does not wait for the disk. What a crash of the database takes back it takes back whole, deliveries and the
// mark of their events, with every claim of them; and it is made again with the same ids and bytes.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export async function takeRelayLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('signalbox_relay')) as taken,
      set_config('synchronous_commit', 'off', true)`.execute(tx);
  return rows[0]?.taken ?? false;
}
