import Type, { type Static } from 'typebox';
import { eventNames, eventPatterns } from '../../events/index.ts';
import {
  announceMore,
  deletedSchema,
  idText,
  object,
  oneOf,
} from '../../platform/http/input/schema.ts';
import { Filter } from '../filters.ts';
import { Health } from './deliveries/health.ts';
import { ownerUpdate } from '../owners/owners.schema.ts';
import { graceSchema, previousSecretUntil, rotatedSchema } from '../secrets.ts';

export const WebhookId = idText('Ids of outbound webhooks', {
  pattern: '^wh_out_[0-9a-f]{32}$',
  example: 'wh_out_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  description: '`wh_out_` and 32 hexadecimal characters.',
});

const writable = {
  name: Type.String({ maxLength: 255, pattern: '\\S', description: 'Display name.' }),
  url: Type.String({
    maxLength: 2048,
    description:
      'URL that deliveries are posted to: https, without user or password, at a public address or one that the instance allows. Callers who may not manage webhooks see scheme and host only, because path and query may be a credential.',
  }),
  events: Type.Array(
    oneOf([...eventNames, ...eventPatterns], { description: announceMore('types') }),
    {
      minItems: 1,
      maxItems: eventNames.length,
      description:
        'Event types subscribed to. `*` alone stands for all types, and one such as `incident.*` alone for those that begin so, without `sla.*`; both include types that are added later.',
    },
  ),
  filters: Type.Array(Filter, {
    maxItems: 20,
    default: [],
    description: 'An event is delivered only if all filters match.',
  }),
  headers: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    default: {},
    description:
      'Extra headers of each delivery. Values are returned only to callers who may manage webhooks.',
  }),
  sign_payloads: Type.Boolean({
    default: true,
    description: 'Whether deliveries are signed with the secret of the webhook.',
  }),
  active: Type.Boolean({
    default: true,
    description:
      'No deliveries are sent to an inactive webhook; `recover` sends the events it missed.',
  }),
  timeout_seconds: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 10,
    description: 'Limit for a whole attempt: name resolution, connection and response.',
  }),
};

const readOnly = {
  id: WebhookId,
  owner: Type.String({
    description: 'E-mail address of the owner, who receives alerts; initially the creator.',
  }),
  status: oneOf(['active', 'inactive', 'suspended'], {
    description:
      '`suspended`: the owner was deactivated. When a `super_admin` names another `owner`, the webhook resumes and sends the events it missed.',
  }),
  health: Health,
  previous_secret_until: previousSecretUntil,
  version: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

const secret = Type.String({
  description: 'Returned in this response only: whsec_ and 32 bytes in base64.',
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
  health: { status: 'ok', success_share_24h: 0.998, last_failure_at: '2026-11-15T07:12:44.000Z' },
  previous_secret_until: null,
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

export const WebhookUpdate = object(
  Type.Partial(Type.Object({ ...writable, owner: ownerUpdate })).properties,
  {
    title: 'OutboundWebhookUpdate',
    minProperties: 1,
    'x-read-only': names.filter((field) => field !== 'owner'),
    examples: [{ active: false }],
  },
);
export type WebhookUpdate = Static<typeof WebhookUpdate>;

export const WebhookDeleted = deletedSchema(WebhookId, 'OutboundWebhookDeleted');

export const SecretRotate = object(
  graceSchema(
    'Number of seconds for which `webhook-signature` also contains a signature with the old secret.',
  ),
  {
    title: 'SecretRotate',
    examples: [{ grace_seconds: 3600 }],
  },
);
export type SecretRotate = Static<typeof SecretRotate>;

export const SecretRotated = rotatedSchema(WebhookId, secret, 'SecretRotated');
