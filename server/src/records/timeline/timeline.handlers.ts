// The timeline of a record omits notes, counts and webhooks that the caller may not see.
import { type FieldDiff, isRuleCause, presentEntry } from '../../events/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { type HiddenChanges, hiddenChanges, hidesChange } from '../custom/custom.present.ts';
import { presentAttachments } from '../notes/attachments.service.ts';
import { countReadable, type NoteView, type RowWithCounts } from '../notes/notes.counts.ts';
import { noteView, viewKey } from '../notes/notes.rights.ts';
import type { RecordType, VersionedRow } from '../record-type.ts';
import { readRecord } from '../visibility.ts';
import {
  findVisibleNotes,
  referredTimeline,
  rowsOfTimelines,
  timelineList,
  type TimelineRow,
  visibleTimeline,
} from './timeline.sql.ts';

type Note = Omit<
  Awaited<ReturnType<typeof findVisibleNotes>>[number],
  'record_id' | 'quoted' | 'via'
> & {
  quoted?: object;
  via?: object;
  attachments: object[];
};

/** Returns the members that a feature adds to an entry; `replaces` omits the changes they stand for. */
export type TimelineMembers = (
  changes: FieldDiff,
) => { members: object; replaces?: 'changes' } | undefined;

const noteIdOf = ({ changes }: TimelineRow): string | undefined =>
  changes?.['work_note']?.to as string | undefined;

interface Reading {
  recordId: string;
  /** Entries of other records show these changes and no others. */
  fieldsOfOthers: readonly string[];
  /** Changes of fields that the caller may not see. */
  hidden: HiddenChanges;
  notes: ReadonlyMap<string, Note>;
  /** The count includes all notes, so it is shown only to callers who may read all of them. */
  showsCount: boolean;
  membersOf: readonly TimelineMembers[];
  /** Callers of reach `own` may not learn about webhooks and rules. */
  showsVia: boolean;
}

const withFields = (changes: FieldDiff, isShown: (field: string) => boolean): FieldDiff =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => isShown(field)));

/** Omits the note's id, which the note itself replaces, and the count unless the caller may read all notes. */
function shownChanges(all: FieldDiff, { notes, showsCount, hidden }: Reading): FieldDiff {
  const changes = withFields(all, (field) => !hidesChange(hidden, field));
  const noteId = changes['work_note']?.to;
  if (noteId === undefined) return changes;
  const { work_note: _, work_notes_count, ...others } = changes;
  const showsNote = notes.has(noteId as string) && showsCount && work_notes_count;
  return { ...others, ...(showsNote && { work_notes_count }) };
}

/** The entry of another record shows the note that it refers to. */
function presentReference({ delivery: _, ...row }: TimelineRow, reading: Reading): object {
  const { notes, fieldsOfOthers, hidden } = reading;
  const changes = withFields(
    row.changes ?? {},
    (field) => fieldsOfOthers.includes(field) && !hidesChange(hidden, field),
  );
  const note = notes.get(noteIdOf({ ...row, delivery: null }) ?? '');
  const hasChanges = Object.keys(changes).length > 0;
  return {
    ...presentEntry({ ...row, changes: hasChanges ? changes : null, via: null, cause: null }),
    ...(note && { note }),
  };
}

function presentTimelineEntry({ delivery, ...stored }: TimelineRow, reading: Reading): object {
  if (stored.record_id !== reading.recordId)
    return presentReference({ ...stored, delivery }, reading);
  const { showsVia } = reading;
  const row = {
    ...stored,
    via: showsVia ? stored.via : null,
    cause: showsVia || !isRuleCause(stored.cause) ? stored.cause : null,
  };
  const { changes } = row;
  if (delivery) return { ...presentEntry({ ...row }), delivery };
  if (!changes) return presentEntry({ ...row });
  const added = reading.membersOf.flatMap((membersOf) => membersOf(changes) ?? []);
  const note = reading.notes.get(noteIdOf({ ...row, delivery }) ?? '');
  const isReplaced = added.some(({ replaces }) => replaces === 'changes');
  return {
    ...presentEntry({ ...row, changes: isReplaced ? null : shownChanges(changes, reading) }),
    ...(note && { note }),
    ...Object.assign({}, ...added.map(({ members }) => members)),
  };
}

export const listTimeline =
  <Row extends VersionedRow, C extends Context>(
    type: RecordType<Row, C>,
    membersOf: readonly TimelineMembers[],
  ) =>
  async (request: RequestContext<{ id: string }>): Promise<Reply> => {
    const { id } = request.params;
    const { db } = request.deps;
    const record = await readRecord(db, type, id, request);
    const view: NoteView | undefined = type.notes && noteView(type.notes, request);
    const counted = record as unknown as RowWithCounts;
    const showsCount = !view || countReadable(counted, view) === counted.work_notes_count;
    const { timelineOf } = type;
    const others = (view && (await timelineOf?.find(db, record, request))) ?? [];
    const fieldsOfOthers = timelineOf?.fields ?? [];
    const hidden = hiddenChanges(type, request);
    const own = visibleTimeline(type.type, record, view, request, hidden);
    const scope = {
      key: `${view ? viewKey(id, view) : id} ${request.reach} ${request.actor.email.toLowerCase()}`,
      ...(view && others.length > 0
        ? {
            rows: rowsOfTimelines([
              own,
              referredTimeline(type.type, others, fieldsOfOthers, view, request.reach),
            ]),
          }
        : { where: own }),
    };
    const newestFirst = { sort: 'at', order: 'desc' } as const;
    return respondWithList(request, timelineList, scope, newestFirst, async (rows) => {
      const showsVia = request.reach === 'all';
      const ids = rows.map(noteIdOf).filter((noteId) => noteId !== undefined);
      const records = [id, ...others.map((other) => other.id)];
      const found = !view || ids.length === 0 ? [] : await findVisibleNotes(db, records, view, ids);
      const attachments = await presentAttachments(db, found, type.path, request.baseUrl);
      const notes = new Map(
        found.map(({ record_id: _, quoted, via, ...note }) => [
          note.id,
          {
            ...note,
            ...(quoted && { quoted }),
            ...(via && showsVia && { via }),
            attachments: attachments.get(note.id) ?? [],
          },
        ]),
      );
      const reading = {
        recordId: id,
        fieldsOfOthers,
        hidden,
        notes,
        showsCount,
        membersOf,
        showsVia,
      };
      return rows.map((row) => presentTimelineEntry(row, reading));
    });
  };
