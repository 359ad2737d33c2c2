// Outbound webhooks on the wire.
import Type, { type Static } from 'typebox';
import { eventNames } from '../../events/index.ts';
import { deletedSchema, object, oneOf } from '../../platform/http/input/schema.ts';
import { Filter } from '../filters.ts';
import { graceSchema, rotatedSchema } from '../secrets.ts';

export const WebhookId = Type.String({
  pattern: '^wh_out_[0-9a-f]{32}$',
  description: 'wh_out_ and 32 characters.',
});

const writable = {
  name: Type.String({ maxLength: 255, pattern: '\\S', description: 'Display name.' }),
  url: Type.String({
    maxLength: 2048,
    description:
      'Where deliveries are posted: https, a public address (or one that the instance admits), no user or password. Callers who may not manage webhooks see scheme and host only, because path and query may be a credential.',
  }),
  events: Type.Array(oneOf(eventNames), {
    minItems: 1,
    maxItems: eventNames.length,
    description: 'Event types subscribed to.',
  }),
  filters: Type.Array(Filter, {
    maxItems: 20,
    default: [],
    description: 'All must hold for an event to be delivered.',
  }),
  headers: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    default: {},
    description:
      'Extra headers of each delivery. Values are shown only to those who manage webhooks.',
  }),
  sign_payloads: Type.Boolean({
    default: true,
    description: 'Whether deliveries are signed with the secret of the webhook.',
  }),
  active: Type.Boolean({
    default: true,
    description: 'An inactive webhook receives nothing; `recover` sends what it missed.',
  }),
  timeout_seconds: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 10,
    description: 'For a whole attempt: name, connection and answer.',
  }),
};

const readOnly = {
  id: WebhookId,
  owner: Type.String({ description: 'E-mail address of who made it; alerts go there.' }),
  status: oneOf(['active', 'inactive']),
  version: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

const secret = Type.String({
  description: 'Shown in this answer only: whsec_ and base64 of 32 bytes.',
});

const example = {
  id: 'wh_out_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  name: 'Pager',
  url: 'https://pager.example.com/hooks/signalbox',
  events: ['incident.created', 'incident.priority_changed'],
  filters: [{ field: 'incident.priority', operator: 'eq', value: 'P1' }],
  headers: { authorization: 'Bearer abc' },
  sign_payloads: true,
  active: true,
  timeout_seconds: 10,
  owner: 'ada@example.com',
  status: 'active',
  version: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
};

export const Webhook = object(
  { ...readOnly, ...writable, secret: Type.Optional(secret) },
  { title: 'OutboundWebhook', examples: [example] },
);
export type Webhook = Static<typeof Webhook>;

const { name, url, events, ...defaulted } = writable;
const optional = Type.Partial(Type.Object(defaulted)).properties;
const names = Object.keys(readOnly);

export const WebhookCreate = object(
  { name, url, events, ...optional },
  {
    title: 'OutboundWebhookCreate',
    'x-read-only': names,
    examples: [
      {
        name: example.name,
        url: example.url,
        events: example.events,
        filters: example.filters,
        sign_payloads: true,
      },
    ],
  },
);
export type WebhookCreate = Static<typeof WebhookCreate>;

export const WebhookUpdate = object(Type.Partial(Type.Object(writable)).properties, {
  title: 'OutboundWebhookUpdate',
  minProperties: 1,
  'x-read-only': names,
  examples: [{ active: false }],
});
export type WebhookUpdate = Static<typeof WebhookUpdate>;

export const WebhookDeleted = deletedSchema(WebhookId, 'OutboundWebhookDeleted');

export const SecretRotate = object(
  graceSchema('How long `webhook-signature` carries a signature by the old secret too.'),
  {
    title: 'SecretRotate',
    examples: [{ grace_seconds: 3600 }],
  },
);
export type SecretRotate = Static<typeof SecretRotate>;

export const SecretRotated = rotatedSchema(WebhookId, secret, 'SecretRotated');
