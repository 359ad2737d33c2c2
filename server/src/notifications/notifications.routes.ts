// Notifications over HTTP: everybody's own.
import Type from 'typebox';
import { may } from '../identity/index.ts';
import type { Tx } from '../platform/db.ts';
import { notFound } from '../platform/errors.ts';
import { type Answer, type Call, ok } from '../platform/http/call.ts';
import { answerList, listEnvelope, listQuery } from '../platform/http/pagination.ts';
import { reads, type Route, writes } from '../platform/http/route.ts';
import { nullable, object, oneOf } from '../platform/http/schema.ts';
import { type NotificationType, notificationTypes } from './notifications.catalogue.ts';
import { markRead, notificationList, type NotificationRow } from './notifications.sql.ts';

const instant = Type.String({ format: 'date-time' });

const Notification = object(
  {
    id: Type.String({ pattern: '^ntf_[0-9a-f]{32}$' }),
    type: oneOf(Object.keys(notificationTypes) as NotificationType[], {
      description: 'What it is about; others will join.',
    }),
    created_at: instant,
    read_at: nullable(instant),
    incident_id: Type.Optional(Type.String()),
    short_description: Type.Optional(Type.String()),
    priority: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    sla_breach_at: Type.Optional(instant),
    url: Type.Optional(Type.String({ description: 'Of the incident in the API.' })),
    html_url: Type.Optional(Type.String({ description: 'Of the incident for people.' })),
    webhook_id: Type.Optional(Type.String()),
    webhook_name: Type.Optional(Type.String()),
    delivery_id: Type.Optional(Type.String()),
    event: Type.Optional(Type.String()),
    attempts: Type.Optional(Type.Integer()),
    last_status: Type.Optional(nullable(Type.Integer())),
    last_error: Type.Optional(nullable(Type.String())),
    failed_at: Type.Optional(instant),
    replay_url: Type.Optional(Type.String({ description: 'POST here to send it again.' })),
  },
  {
    title: 'Notification',
    examples: [
      {
        id: 'ntf_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
        type: 'webhook.delivery_failed',
        created_at: '2026-11-15T10:12:30.000Z',
        read_at: null,
        webhook_id: 'wh_out_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
        webhook_name: 'Pager',
        delivery_id: '019a8651-7f9e-8c3e-8d5e-0f1a2b3c4d5e',
        event: 'incident.created',
        attempts: 5,
        last_status: 500,
        last_error:
          'The receiver answered 500 Internal Server Error; only 2xx means that it has the event.',
        failed_at: '2026-11-15T10:12:30.000Z',
        replay_url:
          'https://desk.example.com/prod/api/v1/webhooks/deliveries/019a8651-7f9e-8c3e-8d5e-0f1a2b3c4d5e/replay',
      },
    ],
  },
);

const present = ({ id, type, created_at, read_at, data }: NotificationRow) => ({
  id,
  type,
  created_at,
  read_at,
  ...data,
});

const listNotifications = (call: Call): Promise<Answer> => {
  const { email } = call.actor;
  const scope = { key: email, filters: { recipient: [email] } };
  const newestFirst = { sort: 'created_at', order: 'desc' } as const;
  return answerList(call, notificationList, scope, newestFirst, (rows) =>
    rows.map((row) => present(row as unknown as NotificationRow)),
  );
};

async function readNotification(tx: Tx, call: Call<{ id: string }>): Promise<Answer> {
  const { id } = call.params;
  const row = await markRead(tx, id, call.actor.email, call.now.toISOString());
  if (!row) throw notFound(`Notification ${id}`);
  return ok(present(row));
}

export const notificationRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/notifications',
    operationId: 'listNotifications',
    tag: 'Notifications',
    summary: 'What the service has to tell you',
    description: 'Your own, newest first.',
    policy: may('notifications.read'),
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of notifications.',
      schema: listEnvelope(Notification, 'NotificationList', { total: false }),
    },
    problems: ['invalid_cursor'],
    read: listNotifications,
  }),
  writes({
    method: 'POST',
    path: '/notifications/:id/read',
    operationId: 'readNotification',
    tag: 'Notifications',
    summary: 'Mark a notification as read',
    description: 'Once read it stays read, since the first time.',
    policy: may('notifications.read'),
    params: object({ id: Notification.properties.id }),
    success: { status: 200, description: 'The notification.', schema: Notification },
    write: readNotification,
  }),
];
