// HTTP handlers of notifications; callers see only their own.
import type { Tx } from '../platform/postgres/tables.ts';
import { notFound } from '../platform/errors.ts';
import { type Reply, type RequestContext, ok } from '../platform/http/request/context.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';
import { markRead, notificationList, type NotificationRow } from './notifications.sql.ts';

const present = ({ id, type, created_at, read_at, data }: NotificationRow) => ({
  id,
  type,
  created_at,
  read_at,
  ...data,
});

export const listNotifications = (request: RequestContext): Promise<Reply> => {
  const { email } = request.actor;
  const scope = { key: email, filters: { recipient: [email] } };
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return respondWithList(request, notificationList, scope, newestFirst, (rows) =>
    rows.map(present),
  );
};

export async function readNotification(
  tx: Tx,
  request: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { id } = request.params;
  const row = await markRead(tx, id, request.actor.email, request.now.toISOString());
  if (!row) throw notFound(`Notification ${id}`);
  return ok(present(row));
}
