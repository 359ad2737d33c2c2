// Work notes: listed by visibility, added in one transaction with the update of their incident.
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Context } from '../../platform/context.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { lockForUpdate } from '../incidents.lock.ts';
import {
  defaultVisibility,
  noteView,
  requireRightToNote,
  requireVisible,
  viewKey,
} from '../incidents.rights.ts';
import { saveUpdate } from '../incidents.save.ts';
import { findIncident } from '../incidents.sql.ts';
import { attach, presentNote, presentNotes, storeFiles } from './attachments.service.ts';
import type { WorkNoteCreate } from './notes.schema.ts';
import { noteList, type NoteRow, visibleNotes } from './notes.sql.ts';

export async function listNotes(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { id } = request.params;
  requireVisible(await findIncident(request.deps.db, id), id, request);
  const view = noteView(request);
  const scope = { key: viewKey(id, view), where: visibleNotes(id, view) };
  const oldestFirst = { sort: 'created_at', order: 'asc' } as const;
  return respondWithList(request, noteList, scope, oldestFirst, (rows) =>
    presentNotes(rows as unknown as NoteRow[], request),
  );
}

export async function writeNote(
  tx: Tx,
  request: Context,
  id: string,
  input: WorkNoteCreate,
): Promise<object> {
  const { body, visibility = defaultVisibility(request.actor), attachments = [] } = input;
  requireRightToNote(request.actor, visibility);
  // Up to 50 MB are stored before the incident is locked, and only if the caller may see the incident.
  if (attachments.length > 0) requireVisible(await findIncident(tx, id), id, request);
  const files = await storeFiles(tx, attachments);
  // A note overwrites nothing, so `If-Match` is not checked.
  const { before, context } = await lockForUpdate(tx, request, { id });
  const { note } = await saveUpdate(tx, context, before, before, { note: { body, visibility } });
  if (!note) throw new Error('no note was added');
  return presentNote(note, await attach(tx, note.id, files), context);
}

export const addNote = async (
  tx: Tx,
  request: RequestContext<{ id: string }, unknown, WorkNoteCreate>,
): Promise<Reply> => ({
  status: 201,
  body: await writeNote(tx, request, request.params.id, request.body),
});
