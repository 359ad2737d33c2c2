// Callers see only their own notifications.
import { addressesOf } from '../platform/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { notFound } from '../platform/errors.ts';
import { type Reply, type RequestContext, ok } from '../platform/http/request/context.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';
import {
  countUnread,
  isUnread,
  markAllRead,
  markRead,
  notificationList,
  type NotificationRow,
} from './notifications.sql.ts';

const present = ({ id, type, created_at, read_at, data }: NotificationRow) => {
  const { mailed: _, version: _version, ...shown } = data;
  return { id, type, created_at, read_at, ...shown };
};

export const listNotifications = async (
  request: RequestContext<unknown, { unread?: boolean }>,
): Promise<Reply> => {
  const { actor } = request;
  const recipient = addressesOf(actor);
  const own = { key: actor.email.toLowerCase(), filters: { recipient } };
  const scope = request.query.unread ? { ...own, key: `${own.key} unread`, where: isUnread } : own;
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  const reply = await respondWithList(request, notificationList, scope, newestFirst, (rows) =>
    rows.map(present),
  );
  const unread = await countUnread(request.deps.db, recipient);
  return { ...reply, body: { ...(reply.body as object), unread } };
};

export async function readAllNotifications(tx: Tx, request: RequestContext): Promise<Reply> {
  const at = request.now.toISOString();
  return ok({ read: await markAllRead(tx, addressesOf(request.actor), at), read_at: at });
}

export async function readNotification(
  tx: Tx,
  request: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { id } = request.params;
  const row = await markRead(tx, id, addressesOf(request.actor), request.now.toISOString());
  if (!row) throw notFound(`Notification ${id}`);
  return ok(present(row));
}
