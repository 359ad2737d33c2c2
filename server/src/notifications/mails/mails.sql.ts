import { type Generated, sql } from 'kysely';
import { addressesOfPerson, comparableAddress } from '../../platform/postgres/addresses.ts';
import type { AuditContext, ChainLink } from '../../platform/context.ts';
import { chainText } from '../../platform/http/request/rule-chain.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { RecordName } from '../../events/index.ts';
import type { AccountMailType } from '../account-mails/account-mails.content.ts';
import type { EmailContent } from './email-content.ts';
import { type NotificationType, replacedTypes } from '../notifications.catalogue.ts';

export const MAIL_JOB = 'send-mail';
/** The column has had this name since its migration. */
const CONTENT_COLUMN = 'letter';

interface MailsTable {
  id: Generated<string>;
  type: string;
  recipients: string[];
  pending: string[];
  /** The hourly limit of this caller applies; null if no caller caused the mail. */
  caller: string | null;
  [CONTENT_COLUMN]: string;
  record_type: string;
  record_id: string;
  record_version: number;
  request_id: string;
  chain: Generated<string | null>;
  created_at: string;
}

/** These columns have their values from the other members of a new mail. */
type StoredColumn = 'id' | 'pending' | 'chain' | typeof CONTENT_COLUMN;

interface PreferencesTable {
  recipient: string;
  email: string;
  version: number;
  updated_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    mails: MailsTable;
    notification_preferences: PreferencesTable;
  }
}

export async function insertMail(
  tx: Tx,
  {
    content,
    ...mail
  }: Omit<MailsTable, StoredColumn> & {
    /** The id is generated if absent. */
    id?: string;
    content: EmailContent;
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('mails')
    .values({ ...mail, [CONTENT_COLUMN]: JSON.stringify(content), pending: mail.recipients })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Each recipient gets a mail of their own, so that a reply tells whose it is. */
export async function insertMails(
  tx: Tx,
  {
    content,
    recipients,
    chain,
    ...mail
  }: Omit<MailsTable, StoredColumn> & { content: EmailContent } & Pick<AuditContext, 'chain'>,
): Promise<{ id: string; recipient: string }[]> {
  const stored = JSON.stringify(content);
  const rows = recipients.map((recipient) => ({
    ...mail,
    [CONTENT_COLUMN]: stored,
    chain: chainText(chain),
    recipients: [recipient],
    pending: [recipient],
  }));
  const inserted = await tx
    .insertInto('mails')
    .values(rows)
    .returning(['id', 'recipients'])
    .execute();
  return inserted.map(({ id, recipients: [recipient = ''] }) => ({ id, recipient }));
}

export async function mailExists(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from mails where id = ${id}`.execute(tx);
  return rows.length > 0;
}

export interface WaitingMail {
  id: string;
  type: NotificationType | AccountMailType;
  recipients: string[];
  /** The preferences of these pending recipients allow mail of this type. */
  wanting: string[];
  pending: string[];
  content: EmailContent;
  record_type: RecordName;
  record_id: string;
  record_version: number;
  request_id: string;
  caller: string | null;
  /** Rules ran in these writes, which led to the mail. */
  chain: readonly ChainLink[] | null;
  /** True once the allowed recipients are decided. */
  admitted: boolean;
  attempts: number;
  created_at: string;
}

/** The note says what became of such a mail. */
export const isOfConversation = ({ content }: Pick<WaitingMail, 'content'>): boolean =>
  content.note?.quotesEarlier === true;

/** A person may have several rows: of former addresses, and of spellings of an address from before they counted as one. */
const NEWEST = sql`version desc, recipient`;

/** A type without a preference of its own has that of the types that it replaces, if all of them are off. */
const preferenceOfReplaced = (type: string) =>
  sql`case ${sql.ref(type)} ${sql.join(
    Object.entries(replacedTypes).map(
      ([by, types]) =>
        sql`when ${sql.lit(by)} then case when ${sql.join(
          types.map((one) => sql`p.email -> ${sql.lit(one)} = 'false'`),
          sql` and `,
        )} then 'false'::jsonb end`,
    ),
    sql` `,
  )} end`;

const waiting = (id: string) => sql<WaitingMail>`
    select id, type, recipients, pending, ${sql.ref(CONTENT_COLUMN)} as content, record_type, record_id, record_version, request_id,
      caller, chain, admitted, attempts, created_at, array(
        select address from unnest(pending) as address
        where coalesce((
          select coalesce(p.email -> mails.type, ${preferenceOfReplaced('mails.type')}) from notification_preferences as p
          where lower(p.recipient) = any(${addressesOfPerson(sql.ref('address'))}) order by ${NEWEST} limit 1) <> 'false', true)) as wanting
    from mails where id = ${id} and ended_at is null`;

/** Returns undefined if the mail has ended. */
export const findWaiting = async (db: Db, id: string): Promise<WaitingMail | undefined> =>
  (await waiting(id).execute(db)).rows[0];

export const lockWaiting = async (tx: Tx, id: string): Promise<WaitingMail | undefined> =>
  (await sql<WaitingMail>`${waiting(id)} for update`.execute(tx)).rows[0];

export const saveAdmission = (tx: Tx, id: string, pending: readonly string[]): Promise<unknown> =>
  sql`update mails set admitted = true, pending = ${pending}::text[] where id = ${id}`.execute(tx);

/**
 * Records an attempt and the recipients still pending. Without any, the mail has ended. Returns false if it had ended
 * before: a job may run twice, and the slower run must not open the mail again.
 */
export async function saveAttempt(
  tx: Tx,
  id: string,
  {
    pending,
    error,
    endedAt,
  }: { pending: readonly string[]; error: string | null; endedAt: string | null },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update mails set attempts = attempts + 1, pending = ${pending}::text[], last_error = ${error},
      ended_at = ${endedAt}::timestamptz
    where id = ${id} and ended_at is null`.execute(tx);
  return numAffectedRows > 0n;
}

const MAX_COUNTED = 1000;

/** Each mail that is not sent has a job, which is found sooner than its row; the oldest come first. */
export async function readWaitingMails(db: Db): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await sql<{ count: number; oldest: number | null }>`
    select count(*)::int as count, extract(epoch from now() - min(created_at))::float8 as oldest
    from (select created_at from graphile_worker.jobs
      where task_identifier = ${MAIL_JOB} and attempts < max_attempts
      order by id limit ${MAX_COUNTED}) as oldest_first`.execute(db);
  const { count = 0, oldest } = rows[0] ?? {};
  return { count, oldestSeconds: Math.max(0, oldest ?? 0) };
}

const MAX_PURGED = 1000;

/** Returns true if there may be more. */
export async function deleteMails(db: Db, before: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from mails where id in (
      select id from mails where ended_at <= ${before}::timestamptz
      limit ${MAX_PURGED} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === MAX_PURGED;
}

export interface Preferences {
  /** The address has the spelling of the stored row, if there is one. */
  recipient: string;
  email: Partial<Record<NotificationType, boolean>>;
  version: number;
}

export async function findPreferences(
  db: Db | Tx,
  recipient: string,
  { lock = false } = {},
): Promise<Preferences> {
  // The row may not exist yet, so an advisory lock is used.
  if (lock) {
    await sql`select pg_advisory_xact_lock(hashtextextended('preferences ' || lower(${recipient}), 0))`.execute(
      db,
    );
  }
  const { rows } = await sql<Preferences>`
    select recipient, email, version from notification_preferences
    where ${comparableAddress('recipient')} = any(${addressesOfPerson(sql`${recipient}::text`)}) order by ${NEWEST} limit 1`.execute(
    db,
  );
  return rows[0] ?? { recipient, email: {}, version: 1 };
}

export async function savePreferences(
  tx: Tx,
  { recipient, email, version }: Preferences,
  at: string,
): Promise<void> {
  const row = { email: JSON.stringify(email), version, updated_at: at };
  await tx
    .insertInto('notification_preferences')
    .values({ recipient, ...row })
    .onConflict((conflict) => conflict.column('recipient').doUpdateSet(row))
    .execute();
}

export async function wantsMail(
  db: Db,
  recipient: string,
  type: NotificationType,
): Promise<boolean> {
  const { email } = await findPreferences(db, recipient);
  return email[type] ?? true;
}
