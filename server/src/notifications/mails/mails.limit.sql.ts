// The hourly limit of mail recipients applies to each caller, over all processes.
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

/** A caller may mail at most this many recipients in a clock hour. */
const MAX_RECIPIENTS = 100;

/**
 * Counts up to `requested` recipients and returns how many of them are within the limit. The row stays locked until
 * the transaction ends, so that two workers cannot exceed the limit together.
 */
export async function countRecipients(
  tx: Tx,
  {
    caller,
    at,
    requested,
    most = MAX_RECIPIENTS,
  }: { caller: string; at: string; requested: number; most?: number },
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    insert into mail_counts (hour, caller, recipients)
    values (date_trunc('hour', ${at}::timestamptz, 'UTC'), ${caller}, least(${requested}::int, ${most}::int))
    on conflict (hour, caller) do update
      set recipients = least(mail_counts.recipients + ${requested}::int, ${most}::int)
    returning new.recipients - coalesce(old.recipients, 0) as taken`.execute(tx);
  return rows[0]?.taken ?? 0;
}

const MAX_PURGED = 1000;

/** Returns true if there may be more. */
export async function purgeExpiredCounts(db: Db, before: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from mail_counts where (hour, caller) in (
      select hour, caller from mail_counts where hour < ${before}::timestamptz
      limit ${MAX_PURGED} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === MAX_PURGED;
}
