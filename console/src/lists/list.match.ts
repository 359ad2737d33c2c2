// Whether a row still belongs to the list, as far as its fields tell.
import { type ListQuery, valuesOf } from '../search/index.ts';
import { becameText } from '../words/index.ts';

type Fields = Readonly<Record<string, unknown>>;

const isCompared = (name: string, value: unknown): value is string | null =>
  name !== 'q' && (typeof value === 'string' || value === null);

/** A list of records that miss something loses a record that misses none of it any more. */
function gained(row: Fields, query: ListQuery): string | undefined {
  const names = valuesOf(query['without']);
  return names.some((name) => (row[name] ?? null) === null) ? undefined : names[0];
}

/** Why it left the list, in words; undefined if it matches. Filters that need more than the row are taken to match. */
export function leftBy(row: object, query: ListQuery): string | undefined {
  const fields = row as Fields;
  for (const [name, text] of Object.entries(query)) {
    const value = fields[name];
    if (isCompared(name, value) && !valuesOf(text).includes(value ?? ''))
      return becameText(name, value);
  }
  const name = gained(fields, query);
  return name === undefined ? undefined : becameText(name, fields[name]);
}

const isOrder = (name: string): boolean => name === 'sort' || name === 'order';

/** Whether these fields alone tell if a record belongs to the list; others are known to the service alone. */
export const isDecidable = (query: ListQuery, fields: readonly string[]): boolean =>
  Object.keys(query).every(
    (name) => isOrder(name) || name === 'without' || fields.includes(name),
  ) && valuesOf(query['without']).every((name) => fields.includes(name));
