// The work note endpoints.
import { may } from '../../identity/index.ts';
import { listEnvelope, listQuery } from '../../platform/http/pagination.ts';
import { reads, type Route, writes } from '../../platform/http/route.ts';
import { object } from '../../platform/http/schema.ts';
import { IncidentId } from '../incidents.schema.ts';
import { WorkNote, WorkNoteCreate } from './notes.schema.ts';
import { addNote, listNotes } from './notes.service.ts';

const params = object({ id: IncidentId });
const tag = 'Work notes';

export const noteRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/incidents/:id/notes',
    operationId: 'listWorkNotes',
    tag,
    summary: 'List the work notes of an incident',
    description:
      'Oldest first. Everybody sees the notes meant for them: team for agents and above, private for its author and managers, public for the opener too.',
    policy: may('incidents.read'),
    params,
    query: listQuery({}, { sorts: ['created_at'], order: 'asc', pages: false }),
    success: {
      status: 200,
      description: 'A page of notes.',
      schema: listEnvelope(WorkNote, 'WorkNoteList', { total: true }),
    },
    problems: ['invalid_cursor'],
    read: listNotes,
  }),
  writes({
    method: 'POST',
    path: '/incidents/:id/notes',
    operationId: 'addWorkNote',
    tag,
    summary: 'Add a work note',
    description:
      "Raises the incident's version. A team or public note emits `incident.updated` without its text; a private one emits nothing. `visibility` is team unless given; requesters write public ones.",
    policy: may('incidents.update'),
    params,
    body: WorkNoteCreate,
    success: { status: 201, description: 'The note.', schema: WorkNote },
    write: addNote,
  }),
];
