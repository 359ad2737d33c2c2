// Work notes in PostgreSQL. They belong to a record of any type; ids are unique across types.
import { type Generated, type Selectable, sql } from 'kysely';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import { isOneOfAddresses } from '../../platform/postgres/addresses.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { NoteCounts, NoteView } from './notes.counts.ts';
import type { Visibility } from './notes.schema.ts';

/** A mail quoted these texts before and after its new one, which is the body of the note. */
export interface QuotedText {
  before: string;
  after: string;
}

/** A rule wrote the note. */
export interface NoteVia {
  rule: string;
  version: number;
}

interface WorkNotesTable {
  id: Generated<string>;
  record_id: string;
  body: string;
  visibility: Visibility;
  author: string;
  created_at: string;
  quoted: Generated<QuotedText | null>;
  /** True for a public note of an agent; null for notes of earlier releases. */
  is_response: Generated<boolean | null>;
  /** The rule that wrote the note; null for others. */
  via: Generated<NoteVia | null>;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    work_notes: WorkNotesTable;
  }
}

const columns = [
  'id',
  'record_id',
  'body',
  'visibility',
  'author',
  'created_at',
  'quoted',
  'via',
] as const;

export type NoteRow = Pick<Selectable<WorkNotesTable>, (typeof columns)[number]>;

/** The id is generated if absent. */
export type NewNote = Omit<NoteRow, 'id' | 'quoted' | 'via'> &
  Partial<Pick<NoteRow, 'id' | 'quoted' | 'via'>> & { is_response: boolean };

export const insertNote = (tx: Tx, { quoted, via, ...note }: NewNote): Promise<NoteRow> =>
  tx
    .insertInto('work_notes')
    .values({
      ...note,
      ...(quoted && { quoted: sql`${JSON.stringify(quoted)}::jsonb` }),
      ...(via && { via: sql`${JSON.stringify(via)}::jsonb` }),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Notes of the same time are listed in the order of their ids, which only the database gives in their order. */
export async function newNoteIds(tx: Tx, count: number): Promise<string[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select 'note_' || replace(uuidv7()::text, '-', '') as id from generate_series(1, ${count}::int)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export const newNoteId = async (tx: Tx): Promise<string> => (await newNoteIds(tx, 1))[0] ?? '';

export const findNote = (db: Db | Tx, id: string): Promise<NoteRow | undefined> =>
  db.selectFrom('work_notes').select(columns).where('id', '=', id).executeTakeFirst();

/** Returns the notes with these ids, the oldest first. */
export const findNotes = (db: Db | Tx, ids: readonly string[]): Promise<NoteRow[]> =>
  db.selectFrom('work_notes').select(columns).where('id', 'in', ids).orderBy('id').execute();

/** Returns the public notes of a record that were added before a note, the newest first. */
export const findPublicNotesBefore = (
  db: Db,
  { recordId, noteId, limit }: { recordId: string; noteId: string; limit: number },
): Promise<NoteRow[]> =>
  db
    .selectFrom('work_notes')
    .select(columns)
    .where('record_id', '=', recordId)
    .where('visibility', '=', 'public')
    .where(
      sql<boolean>`(created_at, id) < (select created_at, id from work_notes where id = ${noteId})`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const noteList: ListSpec<NoteRow> = {
  name: 'work_notes',
  table: 'work_notes',
  columns,
  large: ['body', 'quoted'],
  // `record_id` supplies the member of every record type, and a part of the attachments' URLs.
  sources: {
    incident_id: ['record_id'],
    change_id: ['record_id'],
    service_request_id: ['record_id'],
    attachments: ['record_id'],
    mail: ['visibility'],
  },
  sorts: { created_at: 'timestamptz' },
  mainSort: 'created_at',
  filters: {},
  total: 'bounded',
};

/** Selects the notes of a record that are in the view. */
export const visibleNotes = (recordId: string, view: NoteView) =>
  sql<boolean>`work_notes.record_id = ${recordId} and ${isInView(view)}`;

export const isInView = ({ visibilities, addresses }: NoteView) =>
  sql<boolean>`(visibility = any(${visibilities}::text[]) or (visibility = 'private' and ${isOneOfAddresses('author', addresses)}))`;

/** Returns whether a note in the view was added after a version of its record. */
export async function hasVisibleNoteSince(
  tx: Tx,
  recordId: string,
  view: NoteView,
  version: number,
): Promise<boolean> {
  const { rows } = await sql`
    select from entries join work_notes on work_notes.id = entries.changes #>> '{work_note,to}'
    where entries.record_id = ${recordId} and record_version > ${version}
      and ${visibleNotes(recordId, view)} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Selects the stored counts of a row of `table` if they are current, else counts again: see the column in the migrations. */
export const currentNoteCounts = (table: string) => sql<NoteCounts | null>`case
  when work_notes_count = 0 or (note_counts ->> 'total')::int = work_notes_count then note_counts
  else (
    select jsonb_build_object('total', count(*), 'public', count(*) filter (where visibility = 'public'), 'private', (
      select coalesce(jsonb_object_agg(author, n), '{}') from (
        select author, count(*) as n from work_notes
        where record_id = ${sql.ref(`${table}.id`)} and visibility = 'private' group by author) as private))
    from work_notes where record_id = ${sql.ref(`${table}.id`)})
  end`;
