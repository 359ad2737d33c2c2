// An event carries some fields of its record: they decide whether the record belongs to a list, and rows show them at
// once. This holds for every record type, whichever fields its events carry.
import type { LiveEvent } from '../api/index.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of the record after the event; undefined if it was deleted. */
export const fieldsOf = ({ event, data }: Pick<LiveEvent, 'event' | 'data'>): Fields | undefined =>
  event.endsWith('.deleted') || !('url' in data) ? undefined : { ...data };

/** Returns the fields that the row has as well. */
export const fieldsOfRow = (fields: Fields, row: object): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in row));

/** An unknown record may be on a page that is not loaded; one that was just created is not. */
export const isNewTo = (
  { rows }: { rows: { hasMore: boolean } },
  { event }: Pick<LiveEvent, 'event'>,
): boolean => event.endsWith('.created') || !rows.hasMore;
