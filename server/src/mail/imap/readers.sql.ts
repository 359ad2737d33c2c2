import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { MailboxRow } from '../mailboxes/mailboxes.sql.ts';

const isRead = sql`deleted_at is null and active and incoming ->> 'kind' = 'imap'`;

export interface Lease {
  id: string;
  version: number;
}

/**
 * Takes the mailboxes that nobody reads, renews the leases of this reader, and returns both. A row that is locked is taken
 * at the next call, so that a process that hangs in a transaction blocks nobody.
 */
export async function claimMailboxes(
  db: Db,
  reader: string,
  { seconds, most }: { seconds: number; most: number },
): Promise<Lease[]> {
  await sql`
    update mailboxes set reader = ${reader}, read_until = clock_timestamp() + make_interval(secs => ${seconds})
    where id in (
      select id from mailboxes
      where ${isRead} and (reader = ${reader} or read_until is null or read_until < clock_timestamp())
      order by (reader = ${reader}) desc nulls last, id limit ${most} for no key update skip locked)`.execute(
    db,
  );
  const { rows } = await sql<Lease>`
    select id, version from mailboxes
    where ${isRead} and reader = ${reader} and read_until > clock_timestamp()`.execute(db);
  return rows;
}

/** Another process can take the mailboxes at once. */
export const releaseMailboxes = (db: Db, reader: string): Promise<unknown> =>
  sql`update mailboxes set read_until = clock_timestamp() where reader = ${reader}`.execute(db);

/** Says up to which mail a mailbox has been read. */
export interface Place {
  uid_validity: number | null;
  last_uid: number;
  first_uid: number;
}

export async function readPlace(db: Db, id: string): Promise<Place | undefined> {
  return db
    .selectFrom('mailboxes')
    .select(['uid_validity', 'last_uid', 'first_uid'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type Read = Pick<MailboxRow, 'id' | 'incoming_since'>;

/**
 * Moves the place, as long as this reader has the mailbox, the same folder is read, and nobody else has moved it. Returns
 * whether it did.
 */
export async function movePlace(
  db: Db | Tx,
  reader: string,
  { id, incoming_since }: Read,
  from: Place,
  to: Place,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update mailboxes
    set uid_validity = ${to.uid_validity}, last_uid = ${to.last_uid}, first_uid = ${to.first_uid}
    where id = ${id} and reader = ${reader} and incoming_since = ${incoming_since}
      and uid_validity is not distinct from ${from.uid_validity} and last_uid = ${from.last_uid}`.execute(
    db,
  );
  return numAffectedRows > 0n;
}

/** The time of the first failure stays; the error is the last one. */
export const noteFailure = (db: Db, reader: string, id: string, error: string): Promise<unknown> =>
  sql`update mailboxes set last_error = ${error}, failing_since = coalesce(failing_since, clock_timestamp())
    where id = ${id} and reader = ${reader} and last_error is distinct from ${error}`.execute(db);

export const noteSuccess = (db: Db, reader: string, id: string): Promise<unknown> =>
  sql`update mailboxes set last_error = null, failing_since = null
    where id = ${id} and reader = ${reader} and last_error is not null`.execute(db);
