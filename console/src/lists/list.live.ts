// Events in the open lists: a row that changed is read again where it stands, arrivals are counted.
import type { LiveEvent } from '../api/index.ts';
import { live } from '../live/index.ts';
import { definedLists } from './define-list.ts';

/** Which filters a new record matches is known to the service alone. */
const isUnfiltered = (query: Record<string, string>): boolean =>
  Object.keys(query).every((name) => name === 'sort' || name === 'order');

function onEvent({ record, event }: LiveEvent): void {
  for (const { recordType, all } of definedLists())
    if (recordType === record.type)
      for (const list of all())
        if (list.rows.indexOf(record.id) !== undefined) list.markStale(record.id);
        else if (/\.(created|submitted)$/.test(event) && isUnfiltered(list.query))
          list.countNew(record.id);
}

/** Once, when the session has started. */
export function startListUpdates(): void {
  live.onEvent(onEvent);
  live.onGap(() => {
    for (const { all } of definedLists()) for (const list of all()) void list.refreshShown();
  });
}

type Accept = (recordType: string, record: { id: string }) => void;
const others = new Set<Accept>();

/** For lists of their own kind, such as the queue: called with each record that was saved here. */
export const onAcceptedRow = (accept: Accept): void => void others.add(accept);

/** Shows a record that was saved here in the open lists that have it. */
export function acceptRow(recordType: string, record: { id: string }): void {
  for (const accept of others) accept(recordType, record);
  for (const list of definedLists())
    if (list.recordType === recordType) for (const one of list.all()) one.accept(record);
}
