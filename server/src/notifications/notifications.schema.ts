import Type from 'typebox';
import { listEnvelope } from '../platform/http/output/pagination.ts';
import { announceMore, idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { type NotificationType, notificationTypes } from './notifications.catalogue.ts';
import { exampleUrl } from '../platform/http/request/request-url.ts';

const instant = Type.String({ format: 'date-time' });

export const Notification = object(
  {
    id: idText('Notification ids', {
      pattern: '^ntf_[0-9a-f]{32}$',
      example: 'ntf_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
    }),
    type: oneOf(Object.keys(notificationTypes) as NotificationType[], {
      description: `Type of the notification. \`change.submitted\` and \`request.submitted\` are replaced by \`approval.requested\`; only older notifications have them. ${announceMore('types')}`,
    }),
    created_at: instant,
    read_at: nullable(instant),
    incident_id: Type.Optional(Type.String()),
    service_request_id: Type.Optional(Type.String()),
    stage: Type.Optional(
      Type.String({ description: 'The stage that waits, in `approval.requested` of an order.' }),
    ),
    task_id: Type.Optional(Type.String()),
    task_name: Type.Optional(Type.String()),
    due_at: Type.Optional(nullable(instant)),
    change_id: Type.Optional(Type.String()),
    article_id: Type.Optional(Type.String()),
    ci_id: Type.Optional(Type.String()),
    record: Type.Optional(
      Type.Object(
        { type: Type.String(), id: Type.String() },
        {
          description:
            'The record of `mention`, `watched.updated` and `rule.message`, whatever its type.',
        },
      ),
    ),
    rule: Type.Optional(Type.String({ description: 'Name of the rule or macro.' })),
    text: Type.Optional(Type.String({ description: 'Message of a rule or macro.' })),
    short_description: Type.Optional(Type.String()),
    priority: Type.Optional(Type.String()),
    state: Type.Optional(Type.String()),
    previous_state: Type.Optional(
      Type.String({ description: 'In `watched.updated`, the state before; absent if it stayed.' }),
    ),
    sla_breach_at: Type.Optional(instant),
    author: Type.Optional(
      Type.String({ description: 'E-mail address of the author of the note.' }),
    ),
    excerpt: Type.Optional(
      Type.String({
        description:
          'Beginning of the note, at most 200 characters; in `incident.resolved` without a note, that of the resolution.',
      }),
    ),
    url: Type.Optional(Type.String({ description: 'URL of the record in the API.' })),
    html_url: Type.Optional(Type.String({ description: 'URL of the record in the console.' })),
    webhook_id: Type.Optional(Type.String()),
    webhook_name: Type.Optional(Type.String()),
    owner: Type.Optional(
      Type.String({ description: 'E-mail address of the owner of the webhook.' }),
    ),
    ends_at: Type.Optional(instant),
    user_id: Type.Optional(Type.String({ description: 'Id of the user whose open work it is.' })),
    person: Type.Optional(Type.String({ description: 'E-mail address of that user.' })),
    person_name: Type.Optional(Type.String()),
    group: Type.Optional(
      nullable(
        Type.String({
          description: 'Group of the open records; null in the notification of managers.',
        }),
      ),
    ),
    total: Type.Optional(Type.Integer({ description: 'Number of the open records.' })),
    records: Type.Optional(
      Type.Array(Type.Object({ type: Type.String(), id: Type.String(), title: Type.String() }), {
        description: 'The first 20 of the open records.',
      }),
    ),
    delivery_id: Type.Optional(Type.String()),
    event: Type.Optional(Type.String()),
    attempts: Type.Optional(Type.Integer()),
    last_status: Type.Optional(nullable(Type.Integer())),
    last_error: Type.Optional(nullable(Type.String())),
    failed_at: Type.Optional(instant),
    count: Type.Optional(
      Type.Integer({
        description:
          'Number of failed deliveries that the notification stands for: after 20 notifications about a webhook within an hour, the last one is updated and becomes unread again.',
      }),
    ),
    replay_url: Type.Optional(
      Type.String({ description: 'POST to this URL to send the delivery again.' }),
    ),
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
          'The receiver responded 500 Internal Server Error; only a 2xx response confirms receipt.',
        failed_at: '2026-11-15T10:12:30.000Z',
        replay_url: exampleUrl('/webhooks/deliveries/019a8651-7f9e-8c3e-8d5e-0f1a2b3c4d5e/replay'),
      },
    ],
  },
);

export const NotificationList = object(
  {
    ...listEnvelope(Notification, 'NotificationList', { total: false }).properties,
    unread: Type.Integer({
      description: 'Number of notifications that you have not read; 1,000 if there are more.',
    }),
  },
  { title: 'NotificationList' },
);

export const AllRead = object(
  {
    read: Type.Integer({ description: 'Number of notifications that were unread.' }),
    read_at: Type.String({ format: 'date-time' }),
  },
  { title: 'NotificationsRead', examples: [{ read: 3, read_at: '2026-11-15T09:30:00.000Z' }] },
);
