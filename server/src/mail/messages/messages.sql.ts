import { type Generated, type Selectable, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import { addJob } from '../../platform/background/jobs.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { Cause } from './causes.ts';
import type { MatchedBy, Verification } from './incoming.ts';
import type { Decision, MessageState } from './messages.states.ts';

export const MESSAGE_JOB = 'process-message';

interface MessagesTable {
  id: Generated<string>;
  mailbox_id: string;
  via: 'imap' | 'lmtp' | 'api';
  envelope_from: string | null;
  envelope_to: string[];
  sha256: Buffer;
  size: number;
  message_id_hash: Buffer | null;
  sender: Generated<string | null>;
  subject: Generated<string | null>;
  excerpt: Generated<string | null>;
  state: Generated<MessageState>;
  cause: Generated<Cause | null>;
  matched_by: Generated<MatchedBy | null>;
  record_id: Generated<string | null>;
  note_id: Generated<string | null>;
  sender_verified: Generated<boolean | null>;
  verified_by: Generated<Verification['by']>;
  verification_reason: Generated<string | null>;
  attempts: Generated<number>;
  decision: Generated<Decision | null>;
  attach_to: Generated<string | null>;
  decided_by: Generated<string | null>;
  decided_at: Generated<string | null>;
  version: Generated<number>;
  received_at: string;
  processed_at: Generated<string | null>;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    messages: MessagesTable;
  }
}

export type MessageRow = Selectable<MessagesTable>;

const listColumns = [
  'id',
  'mailbox_id',
  'via',
  'envelope_from',
  'envelope_to',
  'size',
  'sender',
  'subject',
  'excerpt',
  'state',
  'cause',
  'matched_by',
  'record_id',
  'note_id',
  'sender_verified',
  'verified_by',
  'verification_reason',
  'attempts',
  'decision',
  'attach_to',
  'decided_by',
  'decided_at',
  'version',
  'received_at',
  'processed_at',
] as const satisfies (keyof MessageRow)[];

export const messageColumns = [...listColumns, 'sha256', 'message_id_hash'] as const;

export type NewMessage = Pick<
  MessageRow,
  | 'mailbox_id'
  | 'via'
  | 'envelope_from'
  | 'envelope_to'
  | 'sha256'
  | 'size'
  | 'message_id_hash'
  | 'received_at'
>;

/**
 * Returns the stored message if the same one was received before: mail servers repeat a delivery whose response they have
 * missed. Recipients of the repetition are added, as long as the message has not been processed.
 */
export async function insertMessage(
  tx: Tx,
  message: NewMessage,
): Promise<{ row: MessageRow; isNew: boolean }> {
  const { rows } = await sql<MessageRow & { is_new: boolean }>`
    insert into messages (mailbox_id, via, envelope_from, envelope_to, sha256, size, message_id_hash, received_at)
    values (${message.mailbox_id}, ${message.via}, ${message.envelope_from}, ${message.envelope_to}::text[],
      ${message.sha256}, ${message.size}, ${message.message_id_hash}, ${message.received_at})
    on conflict (mailbox_id, sha256) where message_id_hash is not null do update
    set envelope_to = case when messages.state <> 'received' then messages.envelope_to
      else messages.envelope_to || array(
        select unnest(excluded.envelope_to) except select unnest(messages.envelope_to)) end
    returning ${sql.join(messageColumns.map((column) => sql.ref(`new.${column}`)))}, old.id is null as is_new`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('insert returned no row');
  const { is_new: isNew, ...stored } = row;
  return { row: stored, isNew };
}

/** At most one job of a message waits at a time. */
export const queueMessage = (tx: Tx, id: string, runAt?: Date): Promise<void> =>
  addJob(
    tx,
    MESSAGE_JOB,
    { message_id: id },
    { key: `${MESSAGE_JOB}:${id}`, ...(runAt && { runAt }) },
  );

export const findMessage = (db: Db, id: string): Promise<MessageRow | undefined> =>
  db.selectFrom('messages').select(messageColumns).where('id', '=', id).executeTakeFirst();

export const lockMessage = (tx: Tx, id: string): Promise<MessageRow | undefined> =>
  tx
    .selectFrom('messages')
    .select(messageColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export type MessageChanges = Partial<
  Pick<
    MessageRow,
    | 'sender'
    | 'subject'
    | 'excerpt'
    | 'state'
    | 'cause'
    | 'matched_by'
    | 'record_id'
    | 'note_id'
    | 'sender_verified'
    | 'verified_by'
    | 'verification_reason'
    | 'attempts'
    | 'decision'
    | 'attach_to'
    | 'decided_by'
    | 'decided_at'
    | 'processed_at'
  >
>;

export const saveMessage = (
  tx: Tx,
  { id, version }: Pick<MessageRow, 'id' | 'version'>,
  changes: MessageChanges,
): Promise<MessageRow> =>
  tx
    .updateTable('messages')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .returning(messageColumns)
    .executeTakeFirstOrThrow();

export const messageList: ListSpec<Pick<MessageRow, (typeof listColumns)[number]>> = {
  name: 'messages',
  table: 'messages',
  columns: listColumns,
  large: ['subject', 'excerpt', 'envelope_to'],
  sorts: { received_at: 'timestamptz' },
  mainSort: 'received_at',
  filters: {
    state: { column: 'state', test: 'in', type: 'text' },
    cause: { column: 'cause', test: 'in', type: 'text' },
    mailbox_id: { column: 'mailbox_id', test: 'in', type: 'text' },
    address: { column: 'sender', test: 'in', type: 'text', isAddress: true },
    since: { column: 'received_at', test: 'since', type: 'timestamptz' },
  },
  total: 'bounded',
};

/** A message that is tried again still has this state. Returns 0 if all are processed. */
export async function oldestReceivedSeconds(db: Db, now: Date): Promise<number> {
  const oldest = await db
    .selectFrom('messages')
    .select('received_at')
    .where('state', '=', 'received')
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();
  return oldest ? Math.max(0, (now.getTime() - Date.parse(oldest.received_at)) / 1000) : 0;
}

const BATCH = 200;

/**
 * Deletes messages that were received and decided before, and their bytes, unless an attachment or another message has the same
 * ones. Held messages stay until somebody decides. Returns whether there is more to delete.
 */
export async function deleteExpiredMessages(tx: Tx, before: Date): Promise<boolean> {
  const { rows } = await sql<{ sha256: Buffer }>`
    delete from messages where id in (
      select id from messages
      where state in ('applied', 'ignored', 'failed') and received_at < ${before.toISOString()}
        and (decided_at is null or decided_at < ${before.toISOString()})
      order by received_at limit ${BATCH} for update skip locked)
    returning sha256`.execute(tx);
  await sql`
    delete from files where sha256 = any(${rows.map(({ sha256 }) => sha256)}::bytea[])
      and not exists (select from messages where messages.sha256 = files.sha256)
      and not exists (select from attachments where attachments.sha256 = files.sha256)`.execute(tx);
  return rows.length === BATCH;
}
