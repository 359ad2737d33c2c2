// Work notes in PostgreSQL.
import { type Generated, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import type { ListSpec } from '../../platform/list.ts';
import type { Visibility } from './notes.schema.ts';

interface WorkNotesTable {
  id: Generated<string>;
  incident_id: string;
  body: string;
  visibility: Visibility;
  author: string;
  created_at: string;
}

declare module '../../platform/db.ts' {
  interface Tables {
    work_notes: WorkNotesTable;
  }
}

const columns = ['id', 'incident_id', 'body', 'visibility', 'author', 'created_at'] as const;

type NewNote = Omit<WorkNotesTable, 'id'>;

export const insertNote = (tx: Tx, note: NewNote) =>
  tx.insertInto('work_notes').values(note).returning(columns).executeTakeFirstOrThrow();

/** Attachments come with their own table. */
export const presentNote = (row: object): object => ({ ...row, attachments: [] });

export const noteList: ListSpec = {
  name: 'work_notes',
  table: 'work_notes',
  columns,
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: {},
  total: 'bounded',
  present: presentNote,
};

/** The notes of an incident with one of these visibilities, and private ones of this author. */
export const notesSeen = (
  incidentId: string,
  visibilities: readonly Visibility[],
  author: string,
) =>
  sql<boolean>`incident_id = ${incidentId} and (visibility = any(${visibilities}::text[]) or (visibility = 'private' and author = ${author}))`;
