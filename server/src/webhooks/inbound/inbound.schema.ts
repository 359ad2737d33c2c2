import Type, { type Static } from 'typebox';
import {
  deletedSchema,
  idText,
  nullable,
  object,
  oneOf,
} from '../../platform/http/input/schema.ts';
import { KEY_PATTERN } from '../../records/index.ts';
import { Filter } from '../filters.ts';
import { ownerUpdate } from '../owners/owners.schema.ts';
import { graceSchema, previousSecretUntil, rotatedSchema } from '../secrets.ts';
import { actions } from './inbound.actions.ts';
import { type FieldMapping, mappableFields } from './mapping/mapping.ts';
import { API_ROOT } from '../../platform/http/request/request-url.ts';

export const INBOUND_ID = '^wh_in_[0-9a-f]{32}$';

export const InboundId = idText('Ids of inbound webhooks', {
  pattern: INBOUND_ID,
  example: 'wh_in_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  description:
    '`wh_in_` and 32 hexadecimal characters (128 random bits). It is the secret part of the URL, so it is null for callers who may not manage webhooks; they use `handle`.',
});

const HANDLE = '^whr_[0-9a-f]{32}$';

/** Management paths accept the handle or the id. */
export const InboundReference = idText('Handles of inbound webhooks', {
  pattern: '^(wh_in|whr)_[0-9a-f]{32}$',
  example: 'whr_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  description: 'The `handle` of the webhook, or its `id`.',
});

const template = (description: string, options: object = {}) =>
  Type.String({ maxLength: 4096, description, ...options });

const nameText = (description: string) =>
  Type.String({ maxLength: 255, pattern: '\\S', description });
const NAME = 'Display name. It is also the title of incidents whose title template renders empty.';

const writable = {
  name: nameText(NAME),
  description: nullable(Type.String({ maxLength: 4096, description: 'Purpose.' })),
  action: oneOf(actions, {
    default: 'create_incident',
    description:
      '`create_incident` opens an incident, or counts another occurrence if one with the same `dedup_key` is open. `resolve_incident` resolves the open incident with that `dedup_key`. `upsert_ci` updates the configuration item that the mapped fields identify, or creates it.',
  }),
  field_mapping: Type.Unsafe<FieldMapping>({
    ...object(
      Object.fromEntries(
        [...mappableFields.incident, ...mappableFields.ci].map((field) => [
          field,
          Type.Optional(template(`Template for \`${field}\`.`)),
        ]),
      ),
      {
        title: 'FieldMapping',
        default: {},
        patternProperties: {
          [`^custom\\.${KEY_PATTERN}$`]: template(
            "Template for one of the instance's own fields that is in use, by its key: `custom.site`. The text is converted to the type of the field.",
            { 'x-additionalPropertiesName': 'custom.<key>' },
          ),
        },
        description:
          'Templates for fields of the incident, or for `upsert_ci` of the configuration item, such as `{{ labels.severity | map:"critical=P1,warning=P3" | default:"P3" }}`. For `resolve_incident`, only `resolution` is used. The template of `attributes` must render a JSON object.',
      },
    ),
  }),
  filters: Type.Array(Filter, {
    maxItems: 20,
    default: [],
    description:
      'An event is processed only if all filters match. A field is a path as in templates.',
  }),
  resolve_when: Type.Array(Filter, {
    maxItems: 20,
    default: [],
    description:
      'For `create_incident`: an event that passes `filters` and matches all of these resolves the open incident with its `dedup_key` instead, as `resolve_incident` does, and uses the template of `resolution`; the other events do not use it. An empty list resolves nothing.',
  }),
  dedup_key: nullable(
    template(
      'Template for a key that is the same for all events about one issue. Keys are shared by all webhooks of the instance. Required for `resolve_incident` and with `resolve_when`.',
    ),
  ),
  secret_enabled: Type.Boolean({
    default: true,
    description: 'Whether events must be signed with the secret of the webhook.',
  }),
  active: Type.Boolean({
    default: true,
    description: 'An inactive webhook rejects events with 401.',
  }),
};

const readOnly = {
  id: nullable(InboundId),
  handle: Type.String({
    pattern: HANDLE,
    description:
      'whr_ and 32 hexadecimal characters. Identifies the webhook in management paths, in the audit trail and in logs; events cannot be posted to it.',
  }),
  url: nullable(
    Type.String({
      description: 'URL that events are posted to; null for callers who may not manage webhooks.',
    }),
  ),
  owner: Type.String({
    description:
      'E-mail address of the owner, initially the creator; it is the `opened_by` of its incidents.',
  }),
  ends_at: nullable(
    Type.String({
      format: 'date-time',
      description:
        'Set while the owner is deactivated or lacks a permission: until this time, the webhook continues with the permissions that the owner had. A `super_admin` can name another `owner`.',
    }),
  ),
  previous_secret_until: previousSecretUntil,
  version: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

const secret = Type.String({
  description: 'Returned in this response only: whsec_ and 32 bytes in base64.',
});

const example = {
  id: 'wh_in_5f0c3b1e9a7d4c2f8e6b0a1d2c3e4f50',
  handle: 'whr_0d9b8a7c6e5f4d3c2b1a09f8e7d6c5b4',
  url: `https://desk.example.com${API_ROOT}/webhooks/inbound/wh_in_5f0c3b1e9a7d4c2f8e6b0a1d2c3e4f50`,
  name: 'Checkout probe',
  description: null,
  action: 'create_incident',
  field_mapping: {
    short_description: '{{ service }}: {{ message | default:"no message" }}',
    priority: '{{ severity | map:"critical=P1,warning=P3" | default:"P3" }}',
  },
  filters: [{ field: 'status', operator: 'in', value: ['down', 'up'] }],
  resolve_when: [{ field: 'status', operator: 'eq', value: 'up' }],
  dedup_key: 'probe/{{ service }}',
  secret_enabled: true,
  active: true,
  owner: 'ada@example.com',
  ends_at: null,
  previous_secret_until: null,
  version: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
};

export const Inbound = object(
  { ...readOnly, ...writable, secret: Type.Optional(secret) },
  { title: 'InboundWebhook', examples: [example] },
);
export type Inbound = Static<typeof Inbound>;

const { name, ...defaulted } = writable;
const names = Object.keys(readOnly);
const { action, field_mapping, filters, resolve_when, dedup_key } = example;
const settings = { action, field_mapping, filters, resolve_when, dedup_key, secret_enabled: true };
const optional = Type.Partial(Type.Object(defaulted)).properties;

/** `GET /webhooks/inbound/templates` returns one body for each. */
export const templateIds = ['alertmanager', 'grafana', 'github', 'generic'] as const;

export const InboundCreate = object(
  {
    template: Type.Optional(
      oneOf(templateIds, {
        description:
          'Fills the fields that are absent from the template with this `id`; a given field replaces that of the template as a whole.',
      }),
    ),
    name: Type.Optional(nameText(`${NAME} Required without \`template\`.`)),
    ...optional,
  },
  {
    title: 'InboundWebhookCreate',
    'x-read-only': names,
    examples: [{ name: example.name, ...settings }],
  },
);
export type InboundCreate = Static<typeof InboundCreate>;

/** A template fills at least the name. */
export const InboundTemplateBody = object(
  { name, ...optional },
  { title: 'InboundTemplateBody', examples: [{ name: example.name, ...settings }] },
);
export type InboundTemplateBody = Static<typeof InboundTemplateBody>;

export const InboundUpdate = object(
  Type.Partial(Type.Object({ ...writable, owner: ownerUpdate })).properties,
  {
    title: 'InboundWebhookUpdate',
    minProperties: 1,
    'x-read-only': names.filter((field) => field !== 'owner'),
    examples: [{ active: false }],
  },
);
export type InboundUpdate = Static<typeof InboundUpdate>;

export const InboundDeleted = deletedSchema(InboundId, 'InboundWebhookDeleted');

export const InboundSecretRotate = object(
  graceSchema('Number of seconds for which the old secret is still accepted.'),
  {
    title: 'InboundSecretRotate',
    examples: [{ grace_seconds: 3600 }],
  },
);
export type InboundSecretRotate = Static<typeof InboundSecretRotate>;

export const InboundSecretRotated = rotatedSchema(InboundId, secret, 'InboundSecretRotated');
