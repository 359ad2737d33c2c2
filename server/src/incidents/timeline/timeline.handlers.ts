// The timeline: what happened to an incident, told to one caller.
import { type FieldDiff, presentEntry } from '../../events/index.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { noteView, requireVisible, viewKey } from '../incidents.rights.ts';
import { phases } from '../sla/sla.clock.ts';
import { findIncident } from '../incidents.sql.ts';
import { countReadable } from '../notes/notes.counts.ts';
import { type Move, shiftsPhase } from '../sla/sla.segments.ts';
import { findNotesSeen, timelineList, timelineSeen } from './timeline.sql.ts';

type IdCall = RequestContext<{ id: string }>;
type Row = Record<string, unknown> & { changes: FieldDiff | null };
type Note = Awaited<ReturnType<typeof findNotesSeen>>[number];

const noteIdOf = ({ changes }: Row): string | undefined =>
  changes?.['work_note']?.to as string | undefined;

/** Where a segment of the clock begins. */
function slaOf({ changes }: Row): object {
  const move = changes?.['state'] as Pick<Move, 'from' | 'to'> | undefined;
  return move && shiftsPhase(move) ? { sla: { state: phases[move.to] } } : {};
}

/**
 * The note stands for its id; one that the caller may not read leaves no trace among the changes. An entry counts all
 * notes, so the count is shown to those who may read all of them.
 */
function presentLine(row: Row, notes: ReadonlyMap<string, Note>, showsCount: boolean): object {
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

export async function listTimeline(request: IdCall): Promise<Reply> {
  const { id } = request.params;
  const incident = requireVisible(await findIncident(request.deps.db, id), id, request);
  const view = noteView(request);
  const showsCount = countReadable(incident, view) === incident.work_notes_count;
  const scope = { key: viewKey(id, view), where: timelineSeen(id, view) };
  const newestFirst = { sort: 'at', order: 'desc' } as const;
  return respondWithList(request, timelineList, scope, newestFirst, async (page) => {
    const rows = page as readonly Row[];
    const ids = rows.map(noteIdOf).filter((noteId) => noteId !== undefined);
    const found = ids.length === 0 ? [] : await findNotesSeen(request.deps.db, id, view, ids);
    const notes = new Map(found.map((note) => [note.id, note]));
    return rows.map((row) => presentLine(row, notes, showsCount));
  });
}
