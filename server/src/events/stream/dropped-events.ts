import { sql } from 'kysely';
import type { Tx } from '../../platform/postgres/tables.ts';

/**
 * Runs before a partition is dropped: streams cannot resume from positions before its last event. Events of an earlier
 * identity may have transaction ids of another cluster.
 */
export const recordDroppedEvents = (tx: Tx, partition: string): Promise<unknown> =>
  sql`
    update event_log set dropped_xid = found.xid, dropped_position = found.position
    from (
      select xid, position from ${sql.table(partition)}
      where xid is not null and position > (select base_position from event_log)
      order by xid desc, position desc limit 1) as found
    where (found.xid, found.position) > (dropped_xid, dropped_position)`.execute(tx);
