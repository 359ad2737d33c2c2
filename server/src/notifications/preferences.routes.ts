// Callers see and update only their own preferences.
import Type from 'typebox';
import { may } from '../identity/index.ts';
import { reads, type Route, patches } from '../platform/http/routes/route.ts';
import { object } from '../platform/http/input/schema.ts';
import { notificationTypes, replacedTypes } from './notifications.catalogue.ts';
import { updatePreferences, getPreferences } from './preferences.handlers.ts';

const replaced: ReadonlySet<string> = new Set(Object.values(replacedTypes).flat());

const choices = Object.fromEntries(
  Object.entries(notificationTypes).map(([type, description]) => [
    type,
    Type.Boolean({ description, ...(replaced.has(type) && { deprecated: true }) }),
  ]),
);

/** Every type is in the example, also one that is added later. */
const example = Object.fromEntries(
  Object.keys(choices).map((type) => [type, type !== 'sla.breach_warning']),
);

const Preferences = object(
  {
    email: object(choices, {
      description: 'Whether notifications of each type are also sent by mail.',
    }),
    version: Type.Integer({ description: 'Incremented by every update; the value of the ETag.' }),
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
    summary: 'Get notification preferences',
    description: 'All e-mail notifications are on by default.',
    policy: may('notifications.read'),
    success: { status: 200, description: 'Your preferences.', schema: Preferences },
    read: getPreferences,
  }),
  patches({
    method: 'PATCH',
    path,
    operationId: 'updateNotificationPreferences',
    tag,
    summary: 'Update notification preferences',
    description:
      'Absent types keep their values. The change also applies to mail that is waiting to be sent. Notifications in the API are created regardless.',
    policy: may('notifications.read'),
    body: PreferencesUpdate,
    success: { status: 200, description: 'Your updated preferences.', schema: Preferences },
    errors: ['version_mismatch'],
    patch: updatePreferences,
  }),
];
