// Whether a row still belongs to the list, as far as its fields tell.
import { type ListQuery, valuesOf } from '../search/index.ts';

/** The value by which it left the list; undefined if it matches. Filters that need more than the row are taken to match. */
export function leftBy(row: object, query: ListQuery): string | undefined {
  const fields = row as Readonly<Record<string, unknown>>;
  for (const [name, text] of Object.entries(query)) {
    const value = fields[name];
    const isCompared = name !== 'q' && (typeof value === 'string' || value === null);
    if (isCompared && !valuesOf(text).includes(value ?? ''))
      return value === null ? `no ${name.replaceAll('_', ' ')}` : value.replaceAll('_', ' ');
  }
  return undefined;
}
