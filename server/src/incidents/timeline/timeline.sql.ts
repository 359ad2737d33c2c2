// An incident's timeline in PostgreSQL: the audit entries that one caller may see.
import { sql } from 'kysely';
import { entryList } from '../../events/index.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { ListSpec } from '../../platform/lists/list.ts';
import { type NoteView, visibleNotes } from '../notes/notes.sql.ts';

export const timelineList: ListSpec = {
  ...entryList,
  name: 'timeline',
  // An entry includes the text of its note.
  large: [
    'changes',
    sql`(select body from work_notes where work_notes.id = entries.changes #>> '{work_note,to}')`,
  ],
  filters: {},
};

/**
 * An entry that only adds a note is visible to callers who may read the note. Filtered in SQL so that pages stay full
 * and a cursor never points to an entry that the caller may not see.
 */
export const visibleTimeline = (incidentId: string, view: NoteView) => sql<boolean>`
  record_type = 'incident' and record_id = ${incidentId} and (
    changes is null
    or not changes ? 'work_note'
    or changes - '{work_note,work_notes_count}'::text[] <> '{}'
    or exists (
      select from work_notes
      where work_notes.id = entries.changes #>> '{work_note,to}' and ${visibleNotes(incidentId, view)}
    ))`;

/** The notes with these ids that are in the view. */
export const findVisibleNotes = (
  db: Db,
  incidentId: string,
  view: NoteView,
  noteIds: readonly string[],
) =>
  db
    .selectFrom('work_notes')
    .select(['id', 'visibility', 'author', 'body'])
    .where(sql<boolean>`id = any(${noteIds}::text[])`)
    .where(visibleNotes(incidentId, view))
    .execute();
