// The view `timeline` unites the audit entries of a record and the deliveries of its events; SQL omits those that the
// caller may not see.
import { type RawBuilder, sql } from 'kysely';
import { type Cause, type RecordName, ruleCauses } from '../../events/index.ts';
import { leastIdAt } from '../../platform/ids.ts';
import type { Reach, Via, Viewer } from '../../platform/context.ts';
import type { ListSpec } from '../../platform/lists/list-spec.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import type { FieldDiff } from '../../events/index.ts';
import type { HiddenChanges } from '../custom/custom.present.ts';
import { changeName } from '../custom/custom.rights.ts';
import { readableEntries } from '../links/readable-links.sql.ts';
import type { VersionedRow } from '../record-type.ts';
import type { NoteView } from '../notes/notes.counts.ts';
import { isInView, type NoteRow, visibleNotes } from '../notes/notes.sql.ts';

export interface TimelineRow {
  id: string;
  at: string;
  actor: string;
  kind: string;
  record_type: string;
  record_id: string;
  request_id: string;
  changes: FieldDiff | null;
  delivery: object | null;
  via: Via | null;
  cause: Cause | null;
}

export const timelineList: ListSpec<TimelineRow> = {
  name: 'timeline',
  table: 'timeline',
  columns: [
    'id',
    'at',
    'actor',
    'kind',
    'record_type',
    'record_id',
    'request_id',
    'changes',
    'delivery',
    'via',
    'cause',
  ],
  // An entry includes the text of its note.
  large: [
    'changes',
    sql`(select body from work_notes where work_notes.id = timeline.changes #>> '{work_note,to}')`,
    sql`(select quoted from work_notes where work_notes.id = timeline.changes #>> '{work_note,to}')`,
  ],
  sorts: { at: 'timestamptz' },
  mainSort: 'at',
  filters: {},
  total: 'none',
};

/** A day exceeds any clock skew: ids of entries begin with PostgreSQL's time, `created_at` has the time of a process. */
const MAX_CLOCK_SKEW_MS = 86_400_000;

/**
 * Returns the least id that an entry of the record may have. Entries are never deleted; their ids assign them to monthly
 * partitions, and PostgreSQL plans over each that may have a row: since the creation of the record there are few.
 */
const leastEntryId = ({ created_at }: Pick<VersionedRow, 'created_at'>): string =>
  leastIdAt(Math.min(Date.parse(created_at), Date.now()) - MAX_CLOCK_SKEW_MS);

const hidesNone = ({ names, shownCustom }: HiddenChanges): boolean =>
  names.length === 0 && shownCustom === undefined;

/** Keep in step with `hidesChange`. */
const visibleChangesSql = ({ names, shownCustom }: HiddenChanges, also: readonly string[] = []) =>
  sql`(changes - ${[...names, ...also]}::text[] ${
    shownCustom === undefined
      ? sql``
      : sql`- array(
        select name from jsonb_object_keys(changes) as name
        where starts_with(name, ${changeName('')}) and name <> all(${shownCustom}::text[]))`
  })`;

/**
 * An entry that only adds a note is visible to callers who may read the note. Filtered in SQL so that pages stay full
 * and a cursor never points to an entry that the caller may not see.
 * An entry about a link is visible to callers who may read the record at the other end.
 * Callers of reach `own` see neither deliveries nor mails: even whether an address was mailed says who has an account.
 * Nor do they see rules that changed nothing, what the assistant matched the record with, and entries of nothing but fields that are hidden from them.
 */
export const visibleTimeline = (
  type: RecordName,
  record: Pick<VersionedRow, 'id' | 'created_at'>,
  view: NoteView | undefined,
  viewer: Viewer,
  hidden: HiddenChanges = { names: [] },
) => sql<boolean>`
  record_type = ${type} and record_id = ${record.id} and id >= ${leastEntryId(record)}::uuid and (
    changes is null
    or not changes ? 'work_note'
    or ${visibleChangesSql(hidden, ['work_note', 'work_notes_count'])} <> '{}'
    ${
      view
        ? sql`or exists (
      select from work_notes
      where work_notes.id = timeline.changes #>> '{work_note,to}' and ${visibleNotes(record.id, view)}
    )`
        : sql``
    })
  and ${readableEntries(viewer)}
  ${hidesNone(hidden) ? sql`` : sql`and (changes is null or changes = '{}' or ${visibleChangesSql(hidden)} <> '{}')`}
  ${viewer.reach === 'all' ? sql`` : sql`and not (changes = '{}' and cause ->> 'kind' = any(${ruleCauses}::text[]))`}
  ${viewer.reach === 'all' ? sql`` : sql`and delivery is null and kind not like 'notification.%' and kind not like '%.ai\\_%'`}`;

type Other = Pick<VersionedRow, 'id' | 'created_at'>;

/**
 * Selects the entries of other records that a timeline refers to: those that add a note in the view and, for callers of
 * reach `all`, those that changed one of the fields.
 */
export const referredTimeline = (
  type: RecordName,
  others: readonly Other[],
  fields: readonly string[],
  view: NoteView,
  reach: Reach,
) => {
  const ids = others.map(({ id }) => id);
  const least = others.map(leastEntryId).toSorted()[0];
  return sql<boolean>`
    record_type = ${type} and record_id = any(${ids}::text[]) and id >= ${least}::uuid and delivery is null and (
      ${reach === 'all' ? sql`changes ?| ${fields}::text[] or` : sql``}
      exists (
        select from work_notes
        where work_notes.id = timeline.changes #>> '{work_note,to}'
          and work_notes.record_id = timeline.record_id and ${isInView(view)}))`;
};

/** The parts exclude each other. All of their keys are collected for a page, so they must be few. */
export const rowsOfTimelines = (parts: readonly RawBuilder<boolean>[]): RawBuilder<unknown> =>
  sql.join(
    parts.map((where) => sql`select id, at from timeline where ${where}`),
    sql` union all `,
  );

/** Skips notes that are not in the view. */
export const findVisibleNotes = (
  db: Db,
  recordIds: readonly string[],
  view: NoteView,
  noteIds: readonly string[],
): Promise<Omit<NoteRow, 'created_at'>[]> =>
  db
    .selectFrom('work_notes')
    .select(['id', 'record_id', 'visibility', 'author', 'body', 'quoted', 'via'])
    .where(sql<boolean>`id = any(${noteIds}::text[])`)
    .where(sql<boolean>`record_id = any(${recordIds}::text[])`)
    .where(isInView(view))
    .execute();
