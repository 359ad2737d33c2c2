// A merge can be undone for ten seconds by one key, and at any time by unmerging.
import {
  bulkUpdate,
  faultOf,
  followJob,
  type Incident,
  type RecordPatch,
} from '../../api/index.ts';
import { undo } from '../../keys/index.ts';
import { changeRecord, type RecordConflict } from '../../records/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';

/** Returns why an incident cannot be merged. */
export function mergeObstacle(
  { merged_into: leader }: Pick<Incident, 'merged_into'>,
  mayEdit: boolean,
): string | undefined {
  if (!mayEdit) return 'Your role cannot merge incidents.';
  return typeof leader === 'string'
    ? 'The incident is a duplicate already. Unmerge it first.'
    : undefined;
}

const UNDO_MS = 10_000;

interface Merge {
  incident: { id: string; version: number };
  leader: string;
  note: string | undefined;
  onConflict: (conflict: RecordConflict) => void;
}

export const mergeIncident = async ({ incident, leader, note, onConflict }: Merge) =>
  changeRecord({
    ref: { type: 'incident', id: incident.id },
    before: incident,
    patch: { merged_into: leader, ...(note !== undefined && { work_note: note }) },
    reverse: { merged_into: null },
    version: incident.version,
    undoMs: UNDO_MS,
    onConflict,
  });

export const unmergeIncident = async ({ incident, onConflict }: Omit<Merge, 'leader' | 'note'>) =>
  changeRecord({
    ref: { type: 'incident', id: incident.id },
    before: incident,
    patch: { merged_into: null },
    version: incident.version,
    onConflict,
  });

async function unmergeAll(
  ids: readonly string[],
  refresh: (ids: readonly string[]) => Promise<unknown>,
): Promise<void> {
  try {
    const rows = ids.map((id) => ({ id }));
    const { job_id } = await bulkUpdate(rows, { merged_into: null }, false);
    const job = await followJob(job_id, () => undefined, new AbortController().signal);
    const refused = ids.length - job.succeeded;
    toast(`${job.succeeded} unmerged${refused > 0 ? `, ${refused} refused` : ''}.`);
    await refresh(ids);
  } catch (error) {
    const text = `The incidents were not unmerged. ${faultText(faultOf(error))}`;
    toast(text, { tone: 'red', forMs: 15_000 });
  }
}

/** Merges incidents by one job. Those that are duplicates already, for example, are refused and counted. */
export async function mergeSeveral(
  ids: readonly string[],
  leader: string,
  refresh: (ids: readonly string[]) => Promise<unknown>,
): Promise<void> {
  try {
    const rows = ids.map((id) => ({ id }));
    const { job_id } = await bulkUpdate(rows, { merged_into: leader }, false);
    const job = await followJob(job_id, () => undefined, new AbortController().signal);
    await refresh(ids);
    if (job.succeeded < ids.length)
      toast(`${ids.length - job.succeeded} of ${ids.length} could not be merged.`, { tone: 'red' });
    else offerUndoOfMerge(ids, { merged_into: leader }, refresh);
  } catch (error) {
    const text = `The incidents were not merged. ${faultText(faultOf(error))}`;
    toast(text, { tone: 'red', forMs: 15_000 });
  }
}

/** Offers to undo a bulk change that merged incidents. */
export function offerUndoOfMerge(
  ids: readonly string[],
  { merged_into: leader }: RecordPatch,
  refresh: (ids: readonly string[]) => Promise<unknown>,
): void {
  if (typeof leader !== 'string' || ids.length === 0) return;
  const text = `${ids.length} merged into ${leader}.`;
  undo.offer(text, () => void unmergeAll(ids, refresh), UNDO_MS);
}
