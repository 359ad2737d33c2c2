import { type Generated, type RawBuilder, sql } from 'kysely';
import { isOneOfAddresses, presentAddress } from '../platform/postgres/addresses.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { ListSpec } from '../platform/lists/list-spec.ts';
import { notifyOnCommit } from '../platform/postgres/commit-notifier.ts';
import { runNamed } from '../platform/postgres/statements.ts';

interface NotificationsTable {
  id: Generated<string>;
  recipient: string;
  type: string;
  subject: string;
  data: string;
  created_at: string;
  read_at: Generated<string | null>;
  caller: Generated<string | null>;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    notifications: NotificationsTable;
  }
}

const columns = ['id', 'type', 'data', 'created_at', 'read_at'] as const;

export interface NotificationRow {
  id: string;
  type: string;
  /** Internal: `mailed` counts how many of `count` a mail was about, and `version` is that of the record after the update. */
  data: { mailed?: number; version?: number };
  created_at: string;
  read_at: string | null;
}

export interface NotificationInsert {
  type: string;
  /** The notification is about the record with this id. */
  subject: string;
  at: string;
  data: object;
  /** The id of the caller is set if the caller's hourly limit applies. */
  caller?: string | null;
}

/** A caller causes at most this many in an hour. Concurrent transactions do not see each other's rows, and may exceed it. */
const MAX_OF_CALLER = 1000;

/**
 * Inserts the same notification for each recipient in one statement; beyond the caller's limit, none. A record may name a
 * person by two addresses, who is one recipient.
 */
export async function notify(
  tx: Tx,
  recipients: readonly string[],
  { type, subject, at, data, caller = null }: NotificationInsert,
): Promise<void> {
  if (recipients.length === 0) return;
  notifyOnCommit(tx, 'notifications');
  const most = sql.lit(MAX_OF_CALLER);
  await sql`
    insert into notifications (recipient, type, subject, created_at, data, caller)
    select recipient, ${type}, ${subject}, ${at}::timestamptz, ${JSON.stringify(data)}::jsonb, ${caller}::text
    from (select distinct on (lower(recipient)) recipient from (
      select ${presentAddress(sql.ref('named'))} as recipient from unnest(${recipients}::text[]) as named) as present) as people
    limit case when ${caller}::text is not null then ${most} - (
      select count(*) from (
        select from notifications
        where caller = ${caller}::text and created_at > ${at}::timestamptz - interval '1 hour'
        limit ${most}) as recent) end`.execute(tx);
}

/** A recipient gets at most this many about one subject in an hour. */
const MAX_PER_HOUR = 20;

/**
 * Beyond `most` in an hour, the last one is updated: it shows the newest occurrence and `count`, and is unread again. A
 * transaction that calls this for several subjects does so in their order, as each is locked.
 */
export async function notifyUpTo(
  tx: Tx,
  recipient: string,
  notification: NotificationInsert,
  most = MAX_PER_HOUR,
): Promise<void> {
  const { type, subject, at, data } = notification;
  notifyOnCommit(tx, 'notifications');
  await sql`select pg_advisory_xact_lock(hashtextextended('notifications ' || ${subject}::text, 0))`.execute(
    tx,
  );
  const { numAffectedRows = 0n } = await sql`
    with recent as (
      select id, created_at from notifications
      where subject = ${subject} and type = ${type} and recipient = ${presentAddress(sql`${recipient}::text`)}
        and created_at > ${at}::timestamptz - interval '1 hour'
      order by created_at desc, id desc limit ${most})
    update notifications
    set data = data || ${JSON.stringify(data)}::jsonb
        || jsonb_build_object('count', coalesce((data ->> 'count')::int, 1) + 1),
      read_at = null
    where (select count(*) from recent) = ${most}
      and id = (select id from recent order by created_at desc, id desc limit 1)`.execute(tx);
  if (numAffectedRows === 0n) await notify(tx, [recipient], notification);
}

/** A notification stands for `count` occurrences. */
export interface CountedNotification {
  id: string;
  count: number;
  /** No mail was about these occurrences yet. */
  unmailed: number;
}

/** Finds notifications about a subject with occurrences since the last mail. One may have been updated for an hour. */
export async function findUnmailed(
  db: Db,
  subject: string,
  mailedAt: string | null,
): Promise<CountedNotification[]> {
  const { rows } = await sql<CountedNotification>`
    select * from (
      select id, count, count - coalesce((data ->> 'mailed')::int,
        case when created_at <= ${mailedAt}::timestamptz then 1 else 0 end) as unmailed
      from notifications, lateral (select coalesce((data ->> 'count')::int, 1) as count) as counted
      where subject = ${subject}
        and created_at > coalesce(${mailedAt}::timestamptz - interval '1 hour', '-infinity')) as recent
    where unmailed > 0`.execute(db);
  return rows;
}

/** Records which occurrences a mail was about. */
export async function markMailed(
  tx: Tx,
  notifications: readonly CountedNotification[],
): Promise<void> {
  await sql`
    update notifications set data = data || jsonb_build_object('mailed', seen.count)
    from unnest(${notifications.map(({ id }) => id)}::text[],
      ${notifications.map(({ count }) => count)}::int[]) as seen (id, count)
    where notifications.id = seen.id`.execute(tx);
}

/** Returns undefined if the notification belongs to none of the recipients. Marking it again keeps the first `read_at`. */
export async function markRead(
  tx: Tx,
  id: string,
  recipients: readonly string[],
  at: string,
): Promise<NotificationRow | undefined> {
  notifyOnCommit(tx, 'notifications');
  const { rows } = await sql<NotificationRow>`
    update notifications set read_at = coalesce(read_at, ${at}::timestamptz)
    where id = ${id} and ${isOneOfAddresses('recipient', recipients)}
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(tx);
  return rows[0];
}

/** Every page shows the count, so it is bounded. */
export const MAX_COUNTED = 1000;

export async function countUnread(db: Db, recipients: readonly string[]): Promise<number> {
  const { rows } = await runNamed(
    db,
    'unread notifications',
    sql<{ n: number }>`
    select count(*) as n from (
      select from notifications where ${isOneOfAddresses('recipient', recipients)} and read_at is null
      limit ${sql.lit(MAX_COUNTED)}) as unread`,
  );
  return rows[0]?.n ?? 0;
}

const MAX_MARKED = 5000;
const MAX_PURGED = 1000;

/** Marks all notifications of a person with these addresses, `most` per statement, and returns how many were unread. */
export async function markAllRead(
  tx: Tx,
  recipients: readonly string[],
  at: string,
  most = MAX_MARKED,
): Promise<number> {
  notifyOnCommit(tx, 'notifications');
  const { numAffectedRows = 0n } = await sql`
    update notifications set read_at = ${at}::timestamptz
    where id in (
      select id from notifications where ${isOneOfAddresses('recipient', recipients)} and read_at is null limit ${most})`.execute(
    tx,
  );
  const marked = Number(numAffectedRows);
  return marked < most ? marked : marked + (await markAllRead(tx, recipients, at, most));
}

const RETENTION_MS = 90 * 86_400_000;

/** Returns the lowest id of a time: ids ascend with time. */
const firstIdAt = (ms: number): string => `ntf_${ms.toString(16).padStart(12, '0')}`;

/** Returns true if there may be more. */
export async function purgeExpiredNotifications(
  db: Db,
  now: Date,
  most = MAX_PURGED,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from notifications where id in (
      select id from notifications where id < ${firstIdAt(now.getTime() - RETENTION_MS)}
      order by id limit ${most} for update skip locked)`.execute(db);
  return Number(numAffectedRows) === most;
}

export const isUnread: RawBuilder<boolean> = sql<boolean>`notifications.read_at is null`;

export const notificationList: ListSpec<NotificationRow> = {
  name: 'notifications',
  table: 'notifications',
  columns,
  large: ['data'],
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: { recipient: { column: 'recipient', test: 'in', type: 'text', isAddress: true } },
  total: 'none',
};
