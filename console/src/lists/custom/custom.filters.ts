// A filter compares a custom field with values as the API takes them; a comma within a value is escaped.
import type { Field } from '../../api/index.ts';
import { escapeComma, unescapeComma } from '../../search/index.ts';
import { customText } from '../../words/index.ts';
import type { FilterRow } from '../filter-row.ts';

export interface CustomFilter extends FilterRow {
  /** The values are entered in this way, unless they are a few or people. */
  input?: 'ci' | 'typed';
}

export const valueIn = ({ custom }: { custom?: object }, { key }: Field): unknown =>
  (custom as Record<string, unknown> | undefined)?.[key];

/** Formats a value for use outside the console: people by their address, times in UTC. */
export function fileText(field: Field, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field.type === 'choice' || Array.isArray(value)) return customText(field, value);
  return typeof value === 'number' ? String(value) : (value as string);
}

const isNumber = ({ type }: Field): boolean => type === 'integer' || type === 'decimal';

/** Returns undefined unless lists can be filtered by the field now. */
export function filterOf(field: Field): CustomFilter | undefined {
  if (field.index?.state !== 'ready') return undefined;
  const { type, label, choices } = field;
  const textOf = (given: string): string => {
    const value = unescapeComma(given);
    return customText(field, isNumber(field) ? Number(value) : value);
  };
  const row = { name: `cf.${field.key}`, label, textOf };
  if (type === 'choice' || type === 'choices') {
    const values = choices.map(({ value, label: text }) => [escapeComma(value), text]);
    return { ...row, values: Object.fromEntries(values) as Record<string, string> };
  }
  if (type === 'boolean') return { ...row, values: { true: 'Yes', false: 'No' } };
  if (type === 'person') return { ...row, from: 'person' };
  if (type === 'ci') return { ...row, isCi: true, input: 'ci' };
  const from = type === 'date' || type === 'datetime' || isNumber(field) ? type : 'text';
  return { ...row, input: 'typed', entry: from };
}
