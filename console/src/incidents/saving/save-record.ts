// Saves changes of a record one after another: fields show at once, and a conflict is returned with both values.
import {
  conflictOf,
  faultOf,
  type Incident,
  incidentQuery,
  type IncidentUpdate,
  queryClient,
  recordPartsKey,
  rowOf,
  timelineQuery,
} from '../../api/index.ts';
import type { Fault } from '../../ui/fault.ts';
import { openQueues } from '../queue/queue.store.ts';
import { contestedFields, overlap, type RecordConflict } from './conflict.ts';
import { OwnSaves } from './own-saves.ts';
import { saveIncident } from './save-incident.ts';

export type SaveOutcome =
  | { kind: 'saved'; incident: Incident; merged: readonly string[] }
  | { kind: 'conflict'; conflict: RecordConflict }
  | { kind: 'failed'; fault: Fault };

/** Shows what the service returned, here and in the list that it was opened from. */
export function acceptIncident(incident: Incident): void {
  queryClient.setQueryData(incidentQuery(incident.id).queryKey, incident);
  for (const queue of openQueues()) queue.patch(incident.id, rowOf(incident));
}

const own = new OwnSaves();
/** The last save of each record, while it runs. */
const running = new Map<string, Promise<unknown>>();

async function readConflict(
  id: string,
  patch: IncidentUpdate,
  changedFields: readonly string[],
): Promise<RecordConflict> {
  const incident = await queryClient.fetchQuery({ ...incidentQuery(id), staleTime: 0 });
  acceptIncident(incident);
  const timeline = await queryClient.fetchInfiniteQuery({ ...timelineQuery(id), staleTime: 0 });
  const entries = timeline.pages.flatMap((page) => page.entries);
  const contested = contestedFields(patch, changedFields, { ...incident }, entries);
  return { id, patch, version: incident.version, contested };
}

/** Fields that both set to the same value are saved already. */
async function conflictIn(
  id: string,
  patch: IncidentUpdate,
  changedFields: readonly string[],
): Promise<SaveOutcome> {
  const conflict = await readConflict(id, patch, changedFields);
  const incident = queryClient.getQueryData(incidentQuery(id).queryKey);
  return conflict.contested.length === 0 && incident
    ? { kind: 'saved', incident, merged: [] }
    : { kind: 'conflict', conflict };
}

async function save(id: string, patch: IncidentUpdate, version: number): Promise<SaveOutcome> {
  const key = incidentQuery(id).queryKey;
  const base = own.since(id, version);
  if (overlap(patch, { currentVersion: base.version, changedFields: base.foreign }).length > 0)
    return conflictIn(id, patch, base.foreign);
  if (patch.state === undefined)
    queryClient.setQueryData(key, (now) => now && { ...now, ...(patch as Partial<Incident>) });
  try {
    const { incident, merged } = await saveIncident(id, patch, base.version);
    own.add({ id, base: base.version, to: incident.version, merged });
    acceptIncident(incident);
    return { kind: 'saved', incident, merged };
  } catch (error) {
    const conflict = conflictOf(error);
    try {
      if (conflict) return await conflictIn(id, patch, conflict.changedFields);
      await queryClient.refetchQueries({ queryKey: key });
    } catch {
      // The first error says more than the failure to read the record again.
    }
    return { kind: 'failed', fault: faultOf(error) };
  }
}

export function saveRecord(
  id: string,
  patch: IncidentUpdate,
  version: number,
): Promise<SaveOutcome> {
  const next = (running.get(id) ?? Promise.resolve()).then(() => save(id, patch, version));
  // One that failed does not stop the next.
  const settled = next.catch(() => undefined);
  running.set(id, settled);
  void settled.then(() => running.get(id) === settled && running.delete(id));
  return next;
}

/** Reads the timeline and the SLA segments again. */
export const refreshParts = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: recordPartsKey(id) });
