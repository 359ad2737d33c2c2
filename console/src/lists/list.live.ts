// Open lists follow events: a row that changed is read again where it stands, and new records are counted.
import type { LiveEvent } from '../api/index.ts';
import { live } from '../live/index.ts';
import { definedLists } from './define-list.ts';

function onEvent(event: LiveEvent): void {
  for (const { recordType, all } of definedLists())
    if (recordType === event.record.type) for (const list of all()) list.applyEvent(event);
}

/** Must be called once, when the session has started. */
export function startListUpdates(): void {
  live.onEvent(onEvent);
  live.onGap(() => {
    for (const { all } of definedLists()) for (const list of all()) void list.refreshShown();
  });
}

/** Shows a record that was saved here in the open lists that have it. */
export function acceptRow(recordType: string, record: { id: string }): void {
  for (const list of definedLists())
    if (list.recordType === recordType) for (const one of list.all()) one.accept(record);
}

/** Shows fields of a record that are being saved in the open lists that have it. Returns a function that reverts them. */
export function patchRows(recordType: string, id: string, fields: object): () => void {
  const lists = definedLists()
    .filter((list) => list.recordType === recordType)
    .flatMap((list) => [...list.all()]);
  const reverts = lists.map((list) => list.patch(id, fields as never));
  return () => {
    for (const revert of reverts) revert();
  };
}
