import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { recordTable } from '../../records/index.ts';
import type { Mailbox } from './mailboxes.schema.ts';

interface MailboxesTable {
  id: string;
  address: string;
  aliases: string[];
  name: string;
  record_type: Mailbox['record_type'];
  defaults: Mailbox['defaults'];
  incoming: Mailbox['incoming'];
  outgoing: Mailbox['outgoing'];
  incoming_secret: Generated<Buffer | null>;
  outgoing_password: Buffer | null;
  trust: Mailbox['trust'];
  reply_policy: Mailbox['reply_policy'];
  active: boolean;
  last_message_at: Generated<string | null>;
  last_error: Generated<string | null>;
  failing_since: Generated<string | null>;
  incoming_since: Generated<string | null>;
  read_until: Generated<string | null>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: Generated<string | null>;
}

/** Only readers use these columns. */
interface ReaderColumns {
  reader: Generated<string | null>;
  uid_validity: Generated<number | null>;
  last_uid: Generated<number>;
  first_uid: Generated<number>;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    mailboxes: MailboxesTable & ReaderColumns;
  }
}

export type MailboxRow = Selectable<MailboxesTable>;

export const auditedColumns = [
  'address',
  'aliases',
  'name',
  'record_type',
  'defaults',
  'incoming',
  'outgoing',
  'trust',
  'reply_policy',
  'active',
] as const satisfies (keyof MailboxRow)[];

const mailboxColumns = [
  'id',
  ...auditedColumns,
  'incoming_secret',
  'outgoing_password',
  'incoming_since',
  'last_message_at',
  'last_error',
  'failing_since',
  'read_until',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
] as const satisfies (keyof MailboxRow)[];

export const mailboxTable = recordTable<
  MailboxRow,
  | 'incoming_secret'
  | 'incoming_since'
  | 'last_message_at'
  | 'last_error'
  | 'failing_since'
  | 'read_until'
  | 'version'
  | 'deleted_at',
  'incoming_secret' | 'outgoing_password'
>({
  table: 'mailboxes',
  columns: mailboxColumns,
  json: ['defaults', 'incoming', 'outgoing', 'trust'],
  hidden: ['incoming_secret', 'outgoing_password'],
  deleted: 'hidden',
  list: { large: ['defaults', 'aliases'] },
});

/** Metrics and `doctor` look at no more. Those that have failed for longest come first. */
const MAX_WATCHED = 200;

export const watchedMailboxes = (db: Db): Promise<MailboxRow[]> =>
  db
    .selectFrom('mailboxes')
    .select(mailboxColumns)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('failing_since', (by) => by.asc().nullsLast())
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_WATCHED)
    .execute();

/** The id is needed before the insert, because the password is bound to the row id. */
export async function newMailboxId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select 'mbx_' || replace(uuidv7()::text, '-', '') as id`.execute(tx);
  return rows[0]?.id ?? '';
}

/**
 * Returns one of the addresses that another mailbox has. Locks all mailboxes until the end of the transaction, so that two
 * writes cannot take one address together.
 */
export async function findTaken(
  tx: Tx,
  id: string,
  addresses: readonly string[],
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('mailboxes', 0))`.execute(tx);
  const { rows } = await sql<{ address: string }>`
    select given.address from unnest(${addresses}::text[]) as given(address)
    where exists (
      select from mailboxes, unnest(array_append(mailboxes.aliases, mailboxes.address)) as other
      where mailboxes.id <> ${id} and mailboxes.deleted_at is null and lower(other) = lower(given.address))
    limit 1`.execute(tx);
  return rows[0]?.address;
}
