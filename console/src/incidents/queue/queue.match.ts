// Whether a record still matches the filters of the list, as far as its fields tell.
import { valuesOf } from '../../search/index.ts';
import type { QueueQuery } from './queue.search.ts';

interface Matched {
  state: string;
  priority: string;
  assigned_to: string | null;
  assignment_group: string | null;
  category: string | null;
}

/** Filters that the fields of a row decide; whether it matches others is known to the service alone. */
const decided = new Set([
  'state',
  'priority',
  'assigned_to',
  'assignment_group',
  'category',
  'without',
  'sort',
  'order',
]);

export const isDecidable = (query: QueueQuery): boolean =>
  Object.keys(query).every((name) => decided.has(name)) && !query['without']?.includes('ci_id');

const compared = ['state', 'priority', 'assigned_to', 'assignment_group', 'category'] as const;

const isMissing = (row: Matched, name: string): boolean =>
  !(name in row) || row[name as keyof Matched] === null;

/** Filters that need more than the row, such as a text search, are taken to match. */
export function stillMatches(row: Matched, query: QueueQuery): boolean {
  const without = valuesOf(query['without']);
  const isEqual = compared.every((name) => {
    const values = valuesOf(query[name]);
    const value = row[name];
    return values.length === 0 || (value !== null && values.includes(value));
  });
  return isEqual && (without.length === 0 || without.some((name) => isMissing(row, name)));
}
