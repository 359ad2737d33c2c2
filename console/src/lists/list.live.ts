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
