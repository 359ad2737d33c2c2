// An incident's timeline in PostgreSQL: the entries of its trail, as one caller may see them.
import { sql } from 'kysely';
import { entryList } from '../../events/index.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { ListSpec } from '../../platform/lists/list.ts';
import { type NoteView, notesSeen } from '../notes/notes.sql.ts';

export const timelineList: ListSpec = {
  ...entryList,
  name: 'timeline',
  // A line shows the note that it tells of.
  large: [
    'changes',
    sql`(select body from work_notes where work_notes.id = entries.changes #>> '{work_note,to}')`,
  ],
  filters: {},
};

/**
 * An entry that tells of nothing but a note is there for those who may read the note. Decided here and not
 * when a page is presented: pages stay full, and a cursor never ends on an entry that its caller may not see.
 */
export const timelineSeen = (incidentId: string, view: NoteView) => sql<boolean>`
  record_type = 'incident' and record_id = ${incidentId} and (
    changes is null
    or not changes ? 'work_note'
    or changes - '{work_note,work_notes_count}'::text[] <> '{}'
    or exists (
      select from work_notes
      where work_notes.id = entries.changes #>> '{work_note,to}' and ${notesSeen(incidentId, view)}
    ))`;

/** Of these notes, those in the view. */
export const findNotesSeen = (
  db: Db,
  incidentId: string,
  view: NoteView,
  noteIds: readonly string[],
) =>
  db
    .selectFrom('work_notes')
    .select(['id', 'visibility', 'author', 'body'])
    .where(sql<boolean>`id = any(${noteIds}::text[])`)
    .where(notesSeen(incidentId, view))
    .execute();
