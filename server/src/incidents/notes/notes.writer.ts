import { noteWriter, type NotesOf } from '../../records/index.ts';
import { incidents } from '../incidents.record.ts';
import { IncidentId, toDuplicates } from '../incidents.schema.ts';
import { addNote } from '../incidents.service.ts';

export const notesOfIncident: NotesOf = {
  path: incidents.path,
  idField: 'incident_id',
  Id: IncidentId,
  title: 'WorkNote',
  more: { to_duplicates: toDuplicates },
};

export const writeNote = noteWriter(incidents, notesOfIncident, addNote);
