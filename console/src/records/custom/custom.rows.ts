// A custom field is one more row of the table of properties, made from its definition.
import type { Field } from '../../api/index.ts';
import { customKey, customName } from '../../words/index.ts';
import type { PropertyEditor, PropertyField, PropertyValue } from '../properties/property-field.ts';

/** The service accepts values of these lengths. */
const MAX_TEXT = 255;
const MAX_LONG_TEXT = 10_000;
const MAX_URL = 1000;
const MAX_PLACES = 6;

/** A record keeps a choice that is no longer offered. */
const activeChoices = ({ choices }: Field): Readonly<Record<string, string>> =>
  Object.fromEntries(
    choices.filter(({ active }) => active !== false).map(({ value, label }) => [value, label]),
  );

const editors: Readonly<Record<Field['type'], (field: Field) => PropertyEditor>> = {
  text: () => ({ kind: 'text', maxLength: MAX_TEXT }),
  long_text: () => ({ kind: 'long-text', maxLength: MAX_LONG_TEXT }),
  integer: () => ({ kind: 'number', places: 0 }),
  decimal: () => ({ kind: 'number', places: MAX_PLACES }),
  boolean: () => ({ kind: 'boolean' }),
  date: () => ({ kind: 'date' }),
  datetime: () => ({ kind: 'time' }),
  choice: (field) => ({ kind: 'choice', values: activeChoices(field) }),
  choices: (field) => ({ kind: 'choices', values: activeChoices(field) }),
  person: () => ({ kind: 'person' }),
  ci: () => ({ kind: 'ci' }),
  url: () => ({ kind: 'url', maxLength: MAX_URL }),
};

export interface FieldsViewer {
  /** Agents are the people who may read every record of the type. */
  isAgent: boolean;
  readsCis: boolean;
}

export type CustomRow = PropertyField<never> & { type: Field['type']; default: unknown };

const rowOf = (field: Field, { isAgent }: FieldsViewer): CustomRow => ({
  field: customName(field.key),
  type: field.type,
  editor: editors[field.type](field),
  description: field.description ?? undefined,
  isRequired: field.required,
  isReadOnly: !field.active || (field.editable_by === 'agents' && !isAgent),
  default: field.default,
});

/** A new record has the fields that the person may set. CIs are chosen by people who may read them. */
export const rowsOfForm = (fields: readonly Field[], viewer: FieldsViewer): CustomRow[] =>
  fields
    .filter(({ active, type }) => active && (type !== 'ci' || viewer.readsCis))
    .map((field) => rowOf(field, viewer))
    .filter(({ isReadOnly }) => !isReadOnly);

/** A definition that the reader does not get is that of a field which is no longer active. */
const unknownRow = (key: string): CustomRow => ({
  field: customName(key),
  type: 'text',
  editor: { kind: 'text', maxLength: MAX_TEXT },
  isReadOnly: true,
  default: null,
});

/** A record has all fields that are active, then the others with a value. */
export function rowsOfRecord(
  fields: readonly Field[],
  viewer: FieldsViewer,
  { custom = {} }: { custom?: Readonly<Record<string, unknown>> },
): CustomRow[] {
  const known = new Set(fields.map(({ key }) => key));
  const active = fields.filter((field) => field.active);
  const retired = fields.filter((field) => !field.active && (custom[field.key] ?? null) !== null);
  const others = Object.keys(custom).filter((key) => !known.has(key) && custom[key] !== null);
  return [
    ...[...active, ...retired].map((field) => rowOf(field, viewer)),
    ...others.map((key) => unknownRow(key)),
  ];
}

export const isCustomRow = ({ field }: { field: string }): boolean =>
  customKey(field) !== undefined;

const isGiven = (value: PropertyValue | undefined): boolean =>
  typeof value === 'string' || Array.isArray(value)
    ? value.length > 0
    : value !== undefined && value !== null;

/** Returns the first required field without a value; the service fills in those with a default. */
export const missingRow = (
  rows: readonly CustomRow[],
  values: Readonly<Partial<Record<string, PropertyValue>>>,
): CustomRow | undefined =>
  rows.find((row) => row.isRequired && row.default === null && !isGiven(values[row.field]));
