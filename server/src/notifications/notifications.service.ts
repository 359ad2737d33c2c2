// Notifications: everybody's own.
import type { Tx } from '../platform/postgres/tables.ts';
import { notFound } from '../platform/errors.ts';
import { type Answer, type Call, ok } from '../platform/http/request/context.ts';
import { answerList } from '../platform/http/output/pagination.ts';
import { markRead, notificationList, type NotificationRow } from './notifications.sql.ts';

const present = ({ id, type, created_at, read_at, data }: NotificationRow) => ({
  id,
  type,
  created_at,
  read_at,
  ...data,
});

export const listNotifications = (call: Call): Promise<Answer> => {
  const { email } = call.actor;
  const scope = { key: email, filters: { recipient: [email] } };
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return answerList(call, notificationList, scope, newestFirst, (rows) =>
    rows.map((row) => present(row as unknown as NotificationRow)),
  );
};

export async function readNotification(tx: Tx, call: Call<{ id: string }>): Promise<Answer> {
  const { id } = call.params;
  const row = await markRead(tx, id, call.actor.email, call.now.toISOString());
  if (!row) throw notFound(`Notification ${id}`);
  return ok(present(row));
}
