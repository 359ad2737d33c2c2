// Work notes: read by visibility, written together with the incident they belong to.
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Act } from '../../platform/context.ts';
import type { Answer, Call } from '../../platform/http/request/context.ts';
import { answerList } from '../../platform/http/output/pagination.ts';
import { holdIncident } from '../incidents.hold.ts';
import {
  defaultVisibility,
  noteView,
  requireRightToNote,
  requireVisible,
  viewKey,
} from '../incidents.rights.ts';
import { saveChange } from '../incidents.save.ts';
import { findIncident } from '../incidents.sql.ts';
import { attach, presentNote, presentNotes, storeFiles } from './attachments.service.ts';
import type { WorkNoteCreate } from './notes.schema.ts';
import { noteList, type NoteRow, notesSeen } from './notes.sql.ts';

export async function listNotes(call: Call<{ id: string }>): Promise<Answer> {
  const { id } = call.params;
  requireVisible(await findIncident(call.deps.db, id), id, call);
  const view = noteView(call);
  const scope = { key: viewKey(id, view), where: notesSeen(id, view) };
  const oldestFirst = { sort: 'created_at', order: 'asc' } as const;
  return answerList(call, noteList, scope, oldestFirst, (rows) =>
    presentNotes(rows as unknown as NoteRow[], call),
  );
}

export async function writeNote(
  tx: Tx,
  asked: Act,
  id: string,
  input: WorkNoteCreate,
): Promise<object> {
  const { body, visibility = defaultVisibility(asked.actor), attachments = [] } = input;
  requireRightToNote(asked.actor, visibility);
  // Fifty megabytes are stored before the incident is locked, and only for those who see it.
  if (attachments.length > 0) requireVisible(await findIncident(tx, id), id, asked);
  const files = await storeFiles(tx, attachments);
  // A note overwrites nothing, so no version of the incident can be wrong for it.
  const { before, act } = await holdIncident(tx, asked, { id });
  const { note } = await saveChange(tx, act, before, before, { note: { body, visibility } });
  if (!note) throw new Error('a note was to be added');
  return presentNote(note, await attach(tx, note.id, files), act);
}

export const addNote = async (
  tx: Tx,
  call: Call<{ id: string }, unknown, WorkNoteCreate>,
): Promise<Answer> => ({
  status: 201,
  body: await writeNote(tx, call, call.params.id, call.body),
});
