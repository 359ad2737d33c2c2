// The fields that a condition on a record type can name, derived from the schemas of its records.
import type { TObject } from 'typebox';
import { inWords } from '../platform/text.ts';
import type { ConditionField, ConditionFields, FieldKind } from './evaluation/index.ts';

interface PropertySchema {
  type?: string | string[];
  enum?: (string | null)[];
  format?: string;
  items?: PropertySchema;
}

const spellings = new Map([
  ['ai', 'AI'],
  ['ci', 'CI'],
  ['cis', 'CIs'],
  ['fqdn', 'FQDN'],
  ['ip', 'IP'],
  ['sla', 'SLA'],
]);

export const labelOfName = (name: string): string =>
  inWords(name)
    .split(' ')
    .map((word) => spellings.get(word) ?? word)
    .join(' ');

const kindsOfFormats: Readonly<Record<string, FieldKind>> = { 'date-time': 'time', date: 'date' };
const kindsOfTypes: Readonly<Record<string, FieldKind>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

const typeOf = ({ type = [] }: PropertySchema): string | undefined =>
  [type].flat().find((one) => one !== 'null');

/** Returns undefined for an object or a list of objects: no operator compares them. */
function kindOf(schema: PropertySchema): FieldKind | undefined {
  const type = typeOf(schema);
  if (type === 'array')
    return schema.items && typeOf(schema.items) === 'string' ? 'list' : undefined;
  if (type !== 'string') return kindsOfTypes[type ?? ''];
  return schema.enum ? 'choice' : (kindsOfFormats[schema.format ?? ''] ?? 'text');
}

const choicesOf = ({ enum: values, items }: PropertySchema): ConditionField['choices'] =>
  (values ?? items?.enum)?.flatMap((value) =>
    value === null ? [] : [{ value, label: inWords(value) }],
  );

function fieldOf(name: string, schema: PropertySchema): ConditionField | undefined {
  const kind = kindOf(schema);
  if (!kind) return undefined;
  const choices = choicesOf(schema);
  return {
    label: labelOfName(name),
    kind,
    ...(choices && { choices }),
    isNullable: [schema.type].flat().includes('null'),
    hasBefore: true,
  };
}

/** Members that only some representations have, such as warnings or the time of deletion, are not fields. */
export function schemaFields(
  { properties, required }: TObject,
  columns: readonly string[],
): ConditionFields {
  const always = new Set<string>(required);
  const names = columns.filter((name) => always.has(name));
  return new Map(
    names.flatMap((name) => {
      const field = fieldOf(name, properties[name] as PropertySchema);
      return field ? [[name, field] as const] : [];
    }),
  );
}

/** The group is the first step of a name, such as `ci` in `ci.class`. */
export const fieldsIn = (
  group: string,
  label: string,
  fields: ConditionFields,
  options: Partial<ConditionField>,
): ConditionFields =>
  new Map(
    [...fields].map(([name, field]) => [
      `${group}.${name}`,
      { ...field, label: `${label} ${field.label}`.trimStart(), isNullable: true, ...options },
    ]),
  );
