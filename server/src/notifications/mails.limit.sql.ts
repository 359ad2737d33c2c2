// How many recipients the mails of a caller may have, over all processes.
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';

/** Recipients for a caller and hour of the clock. */
const MAX_RECIPIENTS = 100;

/**
 * Counts up to `wanted` recipients and says how many of them the limit left room for. The row stays locked until the
 * transaction ends, so that two workers never give away the same room.
 */
export async function takeRecipients(
  tx: Tx,
  { caller, at, wanted }: { caller: string; at: string; wanted: number },
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    insert into mail_counts (hour, caller, recipients)
    values (date_trunc('hour', ${at}::timestamptz, 'UTC'), ${caller}, least(${wanted}::int, ${MAX_RECIPIENTS}::int))
    on conflict (hour, caller) do update
      set recipients = least(mail_counts.recipients + ${wanted}::int, ${MAX_RECIPIENTS}::int)
    returning new.recipients - coalesce(old.recipients, 0) as taken`.execute(tx);
  return rows[0]?.taken ?? 0;
}

const PURGED_AT_ONCE = 1000;

/** Says whether there is more. */
export async function purgeExpiredCounts(db: Db, before: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from mail_counts where (hour, caller) in (
      select hour, caller from mail_counts where hour < ${before}::timestamptz
      limit ${PURGED_AT_ONCE} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === PURGED_AT_ONCE;
}
