// The fields that an instance adds to its records. Every process caches their definitions as it caches the settings.
import { sql } from 'kysely';
import { runNamed } from '../postgres/statements.ts';
import type { Db } from '../postgres/tables.ts';

/** Records of these types have custom fields. */
export const customizedTypes = [
  // The tutorial about record types adds a line.
  'incident',
  'change',
  'request',
  'ci',
] as const;
export type CustomizedType = (typeof customizedTypes)[number];

export const fieldTypes = [
  'text',
  'long_text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'choice',
  'choices',
  'person',
  'ci',
  'url',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Agents are all callers who may read every record of the type; requesters read their own. */
export const audiences = ['everyone', 'agents'] as const;
export type Audience = (typeof audiences)[number];

interface FieldChoice {
  value: string;
  label: string;
  active: boolean;
}

export type FieldIndex = 'building' | 'ready' | 'failed';

export interface FieldDefinition {
  id: string;
  record_type: CustomizedType;
  /** Never changed, and never used again. */
  key: string;
  label: string;
  description: string | null;
  type: FieldType;
  choices: readonly FieldChoice[];
  default: unknown;
  required: boolean;
  visible_to: Audience;
  editable_by: Audience;
  filterable: boolean;
  /** Lists can be filtered once the index is ready. */
  index_state: FieldIndex | null;
  position: number;
  active: boolean;
}

/** The fields of each type are in their order. */
export type CustomFields = ReadonlyMap<string, readonly FieldDefinition[]>;

export const noCustomFields: CustomFields = new Map();

const definitionsSql = sql<{ definitions: string | null }>`
  select jsonb_agg(jsonb_build_object(
    'id', id, 'record_type', record_type, 'key', key, 'label', label, 'description', description,
    'type', type, 'choices', choices, 'default', "default", 'required', required,
    'visible_to', visible_to, 'editable_by', editable_by, 'filterable', filterable,
    'index_state', index_state, 'position', position, 'active', active)
    order by position, id)::text as definitions
  from fields`;

/** Reads the definitions of the transaction's own snapshot. */
export const readCustomFields = (db: Db): Promise<CustomFields> => customFieldsReader()(db);

/** Returns a function that reads the definitions, and returns the same value as long as none has changed. */
export function customFieldsReader(): (db: Db) => Promise<CustomFields> {
  let last: { text: string | null; fields: CustomFields } = { text: null, fields: noCustomFields };
  return async (db) => {
    const { rows } = await runNamed(db, 'custom fields', definitionsSql);
    const text = rows[0]?.definitions ?? null;
    if (text === last.text) return last.fields;
    const definitions = JSON.parse(text ?? '[]') as FieldDefinition[];
    const fields = Map.groupBy(definitions, ({ record_type: type }) => type as string);
    last = { text, fields };
    return fields;
  };
}
