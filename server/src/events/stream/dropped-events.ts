import { sql } from 'kysely';
import type { Tx } from '../../platform/postgres/tables.ts';

/** Runs before a partition is dropped: streams cannot resume from positions before its last event. */
export const recordDroppedEvents = (tx: Tx, partition: string): Promise<unknown> =>
  sql`
    update event_log set dropped_xid = greatest(dropped_xid, found.xid)
    from (select xid from ${sql.table(partition)} where xid is not null order by xid desc limit 1) as found`.execute(
    tx,
  );
