import { sql } from 'kysely';
import type { Tx } from '../../platform/postgres/tables.ts';

/** Returns those of the addresses that a mailbox has, as they were given. */
export async function findMailboxAddresses(
  tx: Tx,
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const { rows } = await sql<{ given: string }>`
    select given from unnest(${addresses}::text[]) as given
    where lower(given) in (
      select lower(own) from mailboxes, unnest(array_append(aliases, address)) as own
      where deleted_at is null)`.execute(tx);
  return new Set(rows.map(({ given }) => given));
}

/** Counts the messages of a sender that became notes of the record, up to `most`. */
export async function countRecentMessages(
  tx: Tx,
  {
    recordId,
    sender,
    since,
    most,
  }: { recordId: string; sender: string; since: Date; most: number },
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from messages where record_id = ${recordId} and state = 'applied'
        and lower(sender) = lower(${sender}) and received_at > ${since.toISOString()}::timestamptz
      limit ${most}) as recent`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Returns the records that follow the record, the newest first. */
export async function findFollowers(tx: Tx, recordId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select source_id as id from record_links
    where target_id = ${recordId} and kind = 'follow_up_of' order by id desc limit 20`.execute(tx);
  return rows.map(({ id }) => id);
}
