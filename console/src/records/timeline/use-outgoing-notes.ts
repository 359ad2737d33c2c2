// The notes of the page are sent by the API, after the time for an undo.
import { useSyncExternalStore } from 'react';
import { faultOf, type RecordRef, sendNote } from '../../api/index.ts';
import { sendDelayed } from '../../keys/index.ts';
import { refreshRecord } from '../saving/save-record.ts';
import { recordDrafts } from '../use-record-drafts.ts';
import { attachmentsOf } from './files.ts';
import { type OutgoingNote, OutgoingNotes } from './outgoing-notes.ts';

export const outgoingNotes = new OutgoingNotes({
  send: async ({ record, body, visibility, toDuplicates, files, key }) => {
    const attachments = await attachmentsOf(files);
    const note = {
      body,
      visibility,
      ...(toDuplicates && { to_duplicates: true }),
      ...(files.length > 0 && { attachments }),
    };
    return (await sendNote(record, note, key)).id;
  },
  delay: ({ record: { id }, isQuiet = false }, send, onUndo) =>
    sendDelayed(`note ${id}`, isQuiet ? undefined : `Public note on ${id}.`, send, onUndo),
  faultOf,
  // A note raises the version of its record.
  refresh: refreshRecord,
  draftsOf: ({ id }, author) => recordDrafts(id, author).outgoing,
});

/** Returns the notes of a record that are being sent, newest first. */
export function useOutgoingNotes({ type, id }: RecordRef): readonly OutgoingNote[] {
  const notes = useSyncExternalStore(outgoingNotes.subscribe, outgoingNotes.all);
  return notes.filter(({ record }) => record.type === type && record.id === id);
}
