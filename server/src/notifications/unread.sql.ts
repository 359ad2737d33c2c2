// Finds the recipients whose number of unread notifications has changed, in the order in which commits become visible.
import { sql } from 'kysely';
import type { UnreadSource } from '../events/index.ts';
import { addressesOfPerson, comparableAddress } from '../platform/postgres/addresses.ts';
import type { Db } from '../platform/postgres/tables.ts';
import { MAX_COUNTED } from './notifications.sql.ts';

/**
 * Reads in one statement, whose snapshot is given back: a change that it did not see is not visible in that snapshot, so
 * the next statement finds it, however late its transaction commits.
 */
export const readUnreadCounts: UnreadSource['read'] = async (
  db,
  { recipients, uncounted, since },
) => {
  const { rows } = await sql<{ snapshot: string; unread: Record<string, number> }>`
    with changed as materialized (
      select recipient from notification_changes
      where xid >= pg_snapshot_xmin(${since ?? null}::pg_snapshot)
        and not pg_visible_in_snapshot(xid, ${since ?? null}::pg_snapshot))
    select pg_current_snapshot()::text as snapshot, (
      select coalesce(jsonb_object_agg(address, (
        select count(*) from (
          select from notifications where ${comparableAddress('recipient')} = any(own) and read_at is null
          limit ${sql.lit(MAX_COUNTED)}) as unread)), '{}')
      from unnest(${recipients}::text[]) as address, lateral (select ${addressesOfPerson(sql.ref('address'))} as own) as person
      where address = any(${uncounted}::text[]) or own && array(select recipient from changed)) as unread`.execute(
    db,
  );
  const [counts] = rows;
  if (!counts) throw new Error('The unread notifications could not be counted.');
  return { snapshot: counts.snapshot, unread: new Map(Object.entries(counts.unread)) };
};

const MAX_PURGED = 1000;
/** No process needs older changes: one that was suspended counts everything again (`MAX_AGE_MS` of the feed). */
const RETENTION_MS = 3_600_000;

/** Returns true if there may be more. */
export async function purgeExpiredChanges(db: Db, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from notification_changes where ctid = any(array(
      select ctid from notification_changes
      where changed_at < ${new Date(now.getTime() - RETENTION_MS).toISOString()}::timestamptz
      order by xid limit ${MAX_PURGED} for update skip locked))`.execute(db);
  return Number(numAffectedRows) === MAX_PURGED;
}
