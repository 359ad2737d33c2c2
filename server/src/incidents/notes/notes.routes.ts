// The work note endpoints.
import Type from 'typebox';
import { may } from '../../identity/index.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { object } from '../../platform/http/input/schema.ts';
import { IncidentId } from '../incidents.schema.ts';
import { AttachmentId, ATTACHMENTS_BODY_LIMIT } from './attachments.schema.ts';
import { downloadAttachment } from './attachments.service.ts';
import { NoteId, WorkNote, WorkNoteCreate } from './notes.schema.ts';
import { addNote, listNotes } from './notes.service.ts';

const params = object({ id: IncidentId });
const tag = 'Work notes';

export const noteRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/incidents/:id/notes',
    operationId: 'listWorkNotes',
    tag,
    summary: 'List work notes',
    description:
      'Oldest first. Team notes are visible to agents and above, private notes to their author and managers, public notes to the opener too.',
    policy: may('incidents.read'),
    params,
    query: listQuery({}, { sorts: ['created_at'], order: 'asc', pages: false }),
    success: {
      status: 200,
      description: 'A page of notes.',
      schema: listEnvelope(WorkNote, 'WorkNoteList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listNotes,
  }),
  writes({
    method: 'POST',
    path: '/incidents/:id/notes',
    operationId: 'addWorkNote',
    tag,
    summary: 'Add a work note',
    description:
      "Raises the incident's version. A team or public note emits `incident.updated` without its text; a private note emits no event. `visibility` defaults to team; requesters can add only public notes, which is their default. At most 10 files can be attached.",
    policy: may('incidents.update'),
    params,
    body: WorkNoteCreate,
    bodyLimit: ATTACHMENTS_BODY_LIMIT,
    success: { status: 201, description: 'The note.', schema: WorkNote },
    write: addNote,
  }),
  reads({
    method: 'GET',
    path: '/incidents/:id/notes/:note_id/attachments/:attachment_id',
    operationId: 'downloadAttachment',
    tag,
    summary: 'Download an attachment',
    description:
      'Requires permission to read the note. Always sent with `Content-Disposition: attachment`. The declared content type is used only if browsers would not execute the file; otherwise the type is application/octet-stream.',
    policy: may('incidents.read'),
    params: object({ id: IncidentId, note_id: NoteId, attachment_id: AttachmentId }),
    success: {
      status: 200,
      description: 'The file.',
      mediaType: 'application/octet-stream',
      schema: Type.Unsafe<never>({}),
    },
    read: downloadAttachment,
  }),
];
