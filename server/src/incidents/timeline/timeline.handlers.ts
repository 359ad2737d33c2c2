// The timeline of an incident, as one caller may see it.
import { type FieldDiff, presentEntry } from '../../events/index.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { noteView, requireVisible, viewKey } from '../incidents.rights.ts';
import { phases } from '../sla/sla.clock.ts';
import { findIncident } from '../incidents.sql.ts';
import { countReadable } from '../notes/notes.counts.ts';
import { type Transition, changesPhase } from '../sla/sla.segments.ts';
import { findVisibleNotes, timelineList, visibleTimeline } from './timeline.sql.ts';

type IdRequest = RequestContext<{ id: string }>;
type Row = Record<string, unknown> & { changes: FieldDiff | null };
type Note = Awaited<ReturnType<typeof findVisibleNotes>>[number];

const noteIdOf = ({ changes }: Row): string | undefined =>
  changes?.['work_note']?.to as string | undefined;

/** Present where a segment of the SLA clock begins. */
function slaOf({ changes }: Row): object {
  const transition = changes?.['state'] as Pick<Transition, 'from' | 'to'> | undefined;
  return transition && changesPhase(transition) ? { sla: { state: phases[transition.to] } } : {};
}

/**
 * Replaces the note's id by the note; a note that the caller may not read is removed from the changes. The count
 * includes all notes, so it is shown only to callers who may read all of them.
 */
function presentTimelineEntry(
  row: Row,
  notes: ReadonlyMap<string, Note>,
  showsCount: boolean,
): object {
  if (row.changes?.['notification']) {
    const { to: notification } = row.changes['notification'];
    return { ...presentEntry({ ...row, changes: null }), notification };
  }
  const noteId = noteIdOf(row);
  if (noteId === undefined || !row.changes) return { ...presentEntry(row), ...slaOf(row) };
  const note = notes.get(noteId);
  const { work_note: _, work_notes_count, ...changes } = row.changes;
  return {
    ...presentEntry({
      ...row,
      changes: { ...changes, ...(note && showsCount && { work_notes_count }) },
    }),
    ...(note && { note }),
    ...slaOf(row),
  };
}

export async function listTimeline(request: IdRequest): Promise<Reply> {
  const { id } = request.params;
  const incident = requireVisible(await findIncident(request.deps.db, id), id, request);
  const view = noteView(request);
  const showsCount = countReadable(incident, view) === incident.work_notes_count;
  const scope = { key: viewKey(id, view), where: visibleTimeline(id, view) };
  const newestFirst = { sort: 'at', order: 'desc' } as const;
  return respondWithList(request, timelineList, scope, newestFirst, async (page) => {
    const rows = page as readonly Row[];
    const ids = rows.map(noteIdOf).filter((noteId) => noteId !== undefined);
    const found = ids.length === 0 ? [] : await findVisibleNotes(request.deps.db, id, view, ids);
    const notes = new Map(found.map((note) => [note.id, note]));
    return rows.map((row) => presentTimelineEntry(row, notes, showsCount));
  });
}
