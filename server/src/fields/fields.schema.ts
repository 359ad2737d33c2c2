// The definition of a field that the instance adds to its records.
import Type, { type Static } from 'typebox';
import { anyOf } from '../platform/http/output/pagination.ts';
import { announceMore, idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { audiences, customizedTypes, fieldTypes } from '../platform/runtime/custom-fields.ts';
import { KEY_PATTERN, MAX_FIELDS, resource } from '../records/index.ts';

export const MAX_FILTERABLE = 20;
const MAX_CHOICES = 200;

export const FieldId = idText('Field ids', {
  pattern: '^fld_[0-9a-f]{32}$',
  example: 'fld_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
});

const text = (maxLength: number, description: string) =>
  Type.String({ maxLength, pattern: '\\S', description });

const Choice = object({
  value: text(100, 'The stored value, never changed.'),
  label: text(255, 'The name of the choice that people read.'),
  active: Type.Optional(
    Type.Boolean({ default: true, description: 'False: it can no longer be chosen.' }),
  ),
});

const example = {
  id: 'fld_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
  record_type: 'incident',
  key: 'site',
  type: 'choice',
  label: 'Site',
  description: 'Where the trouble is.',
  choices: [
    { value: 'Munich', label: 'Munich', active: true },
    { value: 'Zurich', label: 'Zurich', active: true },
  ],
  default: null,
  required: false,
  visible_to: 'everyone',
  editable_by: 'everyone',
  filterable: true,
  index: { state: 'ready', percent: 100 },
  position: 10,
  active: true,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
  version: 1,
};

const required = {
  record_type: oneOf(customizedTypes, {
    description: `Records of this type have the field. Never changed. ${announceMore('types')}`,
  }),
  key: Type.String({
    pattern: `^${KEY_PATTERN}$`,
    example: 'site',
    description:
      'Name of the value in `custom`. Unique for the record type, never changed and never used again.',
  }),
  type: oneOf(fieldTypes, { description: 'Type of the values. Never changed.' }),
  label: text(100, 'The name of the field that people read.'),
};

const index = nullable(
  object(
    {
      state: oneOf(['building', 'ready', 'failed'], {
        description: 'Lists can be filtered by the field once it is `ready`.',
      }),
      percent: Type.Integer({ minimum: 0, maximum: 100 }),
    },
    { description: 'The index of a filterable field; null without one.' },
  ),
);

const schemas = resource({
  title: 'Field',
  id: FieldId,
  required,
  optional: {
    choices: Type.Array(Choice, {
      maxItems: MAX_CHOICES,
      description:
        'The values of a `choice` or `choices`, in their order; empty for other types. A value is never removed: set `active` to false.',
    }),
    required: Type.Boolean({
      description:
        'Forms require a value. The API accepts a record without one and answers with a warning.',
    }),
    visible_to: oneOf(audiences, {
      description:
        '`agents`: only callers who may read every record of the type see the values, in every place.',
    }),
    editable_by: oneOf(audiences, {
      description: '`agents`: only callers who may read every record of the type set values.',
    }),
    filterable: Type.Boolean({
      description: `Lists take the parameter \`cf.<key>\`. At most ${MAX_FILTERABLE} fields of a record type; never a \`long_text\`.`,
    }),
    position: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: 'Fields are shown in this order. By default after all others.',
    }),
    active: Type.Boolean({
      description: 'False: forms no longer show the field. Its values stay readable.',
    }),
  },
  nullable: {
    description: nullable(Type.String({ maxLength: 500, description: 'Help below the field.' })),
    default: Type.Unsafe<unknown>({
      description: 'Value of new records that are sent without one, of the type of the field.',
    }),
  },
  readOnly: { index },
  summary: ['record_type', 'key'],
  isDeletable: false,
  examples: {
    full: example,
    create: {
      record_type: 'incident',
      key: 'site',
      type: 'choice',
      label: 'Site',
      choices: [{ value: 'Munich', label: 'Munich' }],
      filterable: true,
    },
    update: { label: 'Office', position: 20 },
  },
});

export const Field = schemas.Full;
export const FieldCreate = schemas.Create;
export type FieldCreate = Static<typeof FieldCreate>;

const {
  record_type: _type,
  key: _key,
  type: _valueType,
  ...changeable
} = schemas.Update.properties;

/** Record type, key and type stay as they are, because stored values have them; a client may send them back unchanged. */
export const FieldUpdate = object(changeable, {
  title: 'FieldUpdate',
  minProperties: 1,
  'x-read-only': [
    ...(schemas.Update as unknown as { 'x-read-only': string[] })['x-read-only'],
    'record_type',
    'key',
    'type',
  ],
  'x-ignored': [],
  examples: [{ label: 'Office', position: 20 }],
});
export type FieldUpdate = Static<typeof FieldUpdate>;

export const fieldFilters = {
  record_type: Type.Optional(anyOf(oneOf(customizedTypes), 'Record type.')),
  active: Type.Optional(
    Type.Boolean({ description: 'True: only fields in use. Managers also see the others.' }),
  ),
};

export const mostFields = MAX_FIELDS;
