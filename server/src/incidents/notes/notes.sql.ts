// Work notes in PostgreSQL.
import { type Generated, type Selectable, sql } from 'kysely';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { ListSpec } from '../../platform/lists/list.ts';
import type { Visibility } from './notes.schema.ts';

interface WorkNotesTable {
  id: Generated<string>;
  incident_id: string;
  body: string;
  visibility: Visibility;
  author: string;
  created_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    work_notes: WorkNotesTable;
  }
}

const columns = ['id', 'incident_id', 'body', 'visibility', 'author', 'created_at'] as const;

type NewNote = Omit<WorkNotesTable, 'id'>;
export type NoteRow = Selectable<WorkNotesTable>;

export const insertNote = (tx: Tx, note: NewNote) =>
  tx.insertInto('work_notes').values(note).returning(columns).executeTakeFirstOrThrow();

export const noteList: ListSpec = {
  name: 'work_notes',
  table: 'work_notes',
  columns,
  large: ['body'],
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: {},
  total: 'bounded',
};

/** Notes of these visibilities, and the viewer's own private notes. */
export interface NoteView {
  visibilities: readonly Visibility[];
  viewer: string;
}

/** The notes of an incident that are in the view. */
export const visibleNotes = (incidentId: string, { visibilities, viewer }: NoteView) =>
  sql<boolean>`incident_id = ${incidentId} and (visibility = any(${visibilities}::text[]) or (visibility = 'private' and author = ${viewer}))`;
