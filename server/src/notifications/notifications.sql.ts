// Notifications in PostgreSQL.
import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import type { ListSpec } from '../platform/lists/list-spec.ts';

interface NotificationsTable {
  id: Generated<string>;
  recipient: string;
  type: string;
  subject: string;
  data: string;
  created_at: string;
  read_at: Generated<string | null>;
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
  data: object;
  created_at: string;
  read_at: string | null;
}

export interface NotificationInsert {
  type: string;
  /** Id of the record it is about. */
  subject: string;
  at: string;
  data: object;
}

/** The same notification for each recipient, in one statement. */
export async function notify(
  tx: Tx,
  recipients: readonly string[],
  { type, subject, at, data }: NotificationInsert,
): Promise<void> {
  if (recipients.length === 0) return;
  const common = { type, subject, created_at: at, data: JSON.stringify(data) };
  await tx
    .insertInto('notifications')
    .values(recipients.map((recipient) => ({ recipient, ...common })))
    .execute();
}

/** Counts the notifications about a subject since a time. */
export async function countNotifications(
  db: Db,
  subject: string,
  since: string | null,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from notifications
    where subject = ${subject} and created_at > coalesce(${since}::timestamptz, '-infinity')`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Undefined if it belongs to another recipient. Marking it again keeps the first `read_at`. */
export async function markRead(
  tx: Tx,
  id: string,
  recipient: string,
  at: string,
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    update notifications set read_at = coalesce(read_at, ${at}::timestamptz)
    where id = ${id} and recipient = ${recipient}
    returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(tx);
  return rows[0];
}

export async function countUnread(db: Db, recipient: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from notifications where recipient = ${recipient} and read_at is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Marks all notifications of the recipient and returns how many were unread. */
export async function markAllRead(tx: Tx, recipient: string, at: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update notifications set read_at = ${at}::timestamptz
    where recipient = ${recipient} and read_at is null`.execute(tx);
  return Number(numAffectedRows);
}

export const notificationList: ListSpec<NotificationRow> = {
  name: 'notifications',
  table: 'notifications',
  columns,
  large: ['data'],
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: { recipient: { column: 'recipient', test: 'in', type: 'text' } },
  total: 'none',
};
