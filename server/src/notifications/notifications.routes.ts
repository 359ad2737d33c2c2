import Type from 'typebox';
import { may } from '../identity/index.ts';
import { listQuery } from '../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../platform/http/routes/route.ts';
import { object } from '../platform/http/input/schema.ts';
import { AllRead, Notification, NotificationList } from './notifications.schema.ts';
import {
  listNotifications,
  readAllNotifications,
  readNotification,
} from './notifications.handlers.ts';

export const notificationRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/notifications',
    operationId: 'listNotifications',
    tag: 'Notifications',
    summary: 'List notifications',
    description:
      'Your own notifications of the last 90 days, newest first. `unread` counts the unread ones on all pages, up to 1,000.',
    policy: may('notifications.read'),
    query: listQuery(
      {
        unread: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'If true, lists only notifications that you have not read.',
          }),
        ),
      },
      { sorts: ['created_at'], order: 'desc', pages: false },
    ),
    success: {
      status: 200,
      description: 'A page of notifications.',
      schema: NotificationList,
    },
    errors: ['invalid_cursor'],
    read: listNotifications,
  }),
  writes({
    method: 'POST',
    path: '/notifications/read-all',
    operationId: 'readAllNotifications',
    tag: 'Notifications',
    summary: 'Mark all notifications as read',
    description: 'Notifications that are already read keep their `read_at`.',
    policy: may('notifications.read'),
    success: {
      status: 200,
      description: 'The number of notifications that were unread.',
      schema: AllRead,
    },
    write: readAllNotifications,
  }),
  writes({
    method: 'POST',
    path: '/notifications/:id/read',
    operationId: 'readNotification',
    tag: 'Notifications',
    summary: 'Mark a notification as read',
    description: 'Marking a notification again keeps the first `read_at`.',
    policy: may('notifications.read'),
    params: object({ id: Notification.properties.id }),
    success: { status: 200, description: 'The notification.', schema: Notification },
    write: readNotification,
  }),
];
