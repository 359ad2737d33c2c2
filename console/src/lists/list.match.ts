// The fields of a row tell whether it still belongs to the list, as far as the filters need no others.
import { type ListQuery, valuesOf } from '../search/index.ts';
import { becameText, isPersonField } from '../words/index.ts';
import type { Fields } from './list.event.ts';

const isCompared = (name: string, value: unknown): value is string | null =>
  name !== 'q' && (typeof value === 'string' || value === null);

/** Duplicates are left out whatever other fields are named. Responses and events leave out the field while it is null. */
const LEADER = 'merged_into';

/** A list of records that lack a field loses a record that no longer lacks any of those named. */
function findGainedField(row: Fields, query: ListQuery): string | undefined {
  const names = valuesOf(query['without']);
  const lacks = (name: string): boolean => (row[name] ?? null) === null;
  if (names.includes(LEADER) && !lacks(LEADER)) return LEADER;
  const others = names.filter((name) => name !== LEADER);
  return others.some(lacks) ? undefined : others[0];
}

/** Some filters are named otherwise than the field that they compare. */
const comparedFields: Readonly<Record<string, string>> = { last_reply: 'last_reply_by' };

/** Addresses of people are compared regardless of case, as the service does. */
function isAmong(field: string, value: string | null, text: string): boolean {
  const isPerson = isPersonField(field);
  const comparable = (one: string): string => (isPerson ? one.toLowerCase() : one);
  return valuesOf(text).some((one) => comparable(one) === comparable(value ?? ''));
}

/** Returns why a row left the list, in words; undefined if it matches. Filters that need more than the row are taken to match. */
export function reasonForLeaving(row: object, query: ListQuery): string | undefined {
  const fields = row as Fields;
  for (const [name, text] of Object.entries(query)) {
    const field = comparedFields[name] ?? name;
    const value = fields[field];
    if (isCompared(name, value) && !isAmong(field, value, text)) return becameText(field, value);
  }
  const name = findGainedField(fields, query);
  return name === undefined ? undefined : becameText(name, fields[name]);
}

const isOrder = (name: string): boolean => name === 'sort' || name === 'order';

/** Tells whether these fields decide if a record belongs to the list; only the service knows the others. */
export const isDecidable = (query: ListQuery, fields: Fields): boolean =>
  Object.keys(query).every(
    (name) => isOrder(name) || name === 'without' || isCompared(name, fields[name]),
  ) &&
  valuesOf(query['without']).every((name) => name === LEADER || isCompared(name, fields[name]));
