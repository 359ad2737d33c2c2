// Which mails a person wants: everybody's own.
import Type from 'typebox';
import { may } from '../identity/index.ts';
import { reads, type Route, patches } from '../platform/http/routes/route.ts';
import { object } from '../platform/http/input/schema.ts';
import { notificationTypes } from './notifications.catalogue.ts';
import { changePreferences, getPreferences } from './preferences.handlers.ts';

const choices = Object.fromEntries(
  Object.entries(notificationTypes).map(([type, description]) => [
    type,
    Type.Boolean({ description }),
  ]),
);

const example = {
  'incident.assigned': true,
  'incident.stakeholders': true,
  'sla.breach_warning': false,
  'webhook.delivery_failed': true,
};

const Preferences = object(
  {
    email: object(choices, { description: 'Whether each kind comes by mail, too.' }),
    version: Type.Integer({ description: 'Raised by every change; the ETag.' }),
  },
  { title: 'NotificationPreferences', examples: [{ email: example, version: 1 }] },
);

const PreferencesUpdate = object(
  { email: Type.Optional(Type.Partial(object(choices), { additionalProperties: false })) },
  {
    title: 'NotificationPreferencesUpdate',
    minProperties: 1,
    'x-read-only': ['version'],
    examples: [{ email: { 'sla.breach_warning': false } }],
  },
);

const path = '/notifications/preferences';
const tag = 'Notifications';

export const preferenceRoutes: Route[] = [
  reads({
    method: 'GET',
    path,
    operationId: 'getNotificationPreferences',
    tag,
    summary: 'Which mails you get',
    description: 'All, until you say otherwise.',
    policy: may('notifications.read'),
    success: { status: 200, description: 'Your choices.', schema: Preferences },
    read: getPreferences,
  }),
  patches({
    method: 'PATCH',
    path,
    operationId: 'updateNotificationPreferences',
    tag,
    summary: 'Choose which mails you get',
    description:
      'Kinds that are absent stay as they are. What waits to be sent is held against your choice, too. In the service you are told in any case.',
    policy: may('notifications.read'),
    body: PreferencesUpdate,
    success: { status: 200, description: 'Your choices now.', schema: Preferences },
    errors: ['version_mismatch'],
    patch: changePreferences,
  }),
];
