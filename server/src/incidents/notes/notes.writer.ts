import { noteWriter, type NotesOf } from '../../records/index.ts';
import { incidents } from '../incidents.record.ts';
import { IncidentId } from '../incidents.schema.ts';
import { addNote } from '../incidents.service.ts';

export const notesOfIncident: NotesOf = {
  path: incidents.path,
  idField: 'incident_id',
  Id: IncidentId,
  title: 'WorkNote',
};

export const writeNote = noteWriter(incidents, notesOfIncident, addNote);
