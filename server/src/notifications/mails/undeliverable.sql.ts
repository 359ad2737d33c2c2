// An address to which several mails could not be delivered gets no more, until its owner writes to us.
import { sql } from 'kysely';
import type { Tx } from '../../platform/postgres/tables.ts';

/** Mails that were returned for good, one for each of these, mark the address. */
const MAX_RETURNED = 3;

/**
 * Counts the mail as returned by the address, once; only a mail that was sent to the address counts, so that nobody else
 * can end the mail of others.
 */
export const recordReturnedMail = (
  tx: Tx,
  { mailId, address, at }: { mailId: string; address: string; at: Date },
): Promise<unknown> =>
  sql`
    insert into returned_mails (mail_id, address, returned_at)
    select id, lower(${address}), ${at.toISOString()}::timestamptz from mails
    where id = ${mailId} and lower(${address}) in (select lower(one) from unnest(recipients) as one)
      and (select count(*) from returned_mails where address = lower(${address})) < ${MAX_RETURNED}
    on conflict do nothing`.execute(tx);

export const forgetReturnedMails = (tx: Tx, addresses: readonly string[]): Promise<unknown> =>
  sql`
    delete from returned_mails
    where address in (select lower(one) from unnest(${addresses}::text[]) as one)`.execute(tx);

/** Returns those of the addresses that are marked. */
export async function findUndeliverable(
  tx: Tx,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const { rows } = await sql<{ given: string }>`
    select given from unnest(${addresses}::text[]) as given
    where (select count(*) from returned_mails where address = lower(given)) >= ${MAX_RETURNED}`.execute(
    tx,
  );
  return new Set(rows.map(({ given }) => given));
}
