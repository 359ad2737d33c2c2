// Saves changes of the open record one after another: fields show at once, and a conflict is returned with both values.
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
import { saveIncident } from '../actions/index.ts';
import { openQueues } from '../queue/queue.store.ts';
import { type Contested, contestedFields } from './conflict.ts';

export interface RecordConflict {
  patch: IncidentUpdate;
  version: number;
  contested: Contested[];
}

export type SaveOutcome =
  | { kind: 'saved'; incident: Incident; merged: readonly string[] }
  | { kind: 'conflict'; conflict: RecordConflict }
  | { kind: 'failed'; fault: Fault };

/** Shows what the service returned, here and in the list that it was opened from. */
export function acceptIncident(incident: Incident): void {
  queryClient.setQueryData(incidentQuery(incident.id).queryKey, incident);
  for (const queue of openQueues()) queue.patch(incident.id, rowOf(incident));
}

/** My own last save: an edit that was begun before it is made on its result. */
let latest: { id: string; from: number; to: number } | undefined;
let running: Promise<unknown> = Promise.resolve();

async function readConflict(
  id: string,
  patch: IncidentUpdate,
  changedFields: readonly string[],
): Promise<RecordConflict> {
  const incident = await queryClient.fetchQuery({ ...incidentQuery(id), staleTime: 0 });
  await queryClient.refetchQueries({ queryKey: timelineQuery(id).queryKey });
  const timeline = queryClient.getQueryData(timelineQuery(id).queryKey);
  const entries = timeline?.pages.flatMap((page) => page.entries) ?? [];
  const contested = contestedFields(patch, changedFields, { ...incident }, entries);
  return { patch, version: incident.version, contested };
}

async function save(id: string, patch: IncidentUpdate, version: number): Promise<SaveOutcome> {
  const base = latest?.id === id && latest.from === version ? latest.to : version;
  const key = incidentQuery(id).queryKey;
  if (patch.state === undefined)
    queryClient.setQueryData(key, (now) => now && { ...now, ...(patch as Partial<Incident>) });
  try {
    const { incident, merged } = await saveIncident(id, patch, base);
    if (merged.length === 0) latest = { id, from: version, to: incident.version };
    acceptIncident(incident);
    return { kind: 'saved', incident, merged };
  } catch (error) {
    const conflict = conflictOf(error);
    try {
      if (!conflict) await queryClient.refetchQueries({ queryKey: key });
      else {
        const read = await readConflict(id, patch, conflict.changedFields);
        if (read.contested.length > 0) return { kind: 'conflict', conflict: read };
        // Both made the same change.
        const incident = queryClient.getQueryData(key);
        if (incident) return { kind: 'saved', incident, merged: [] };
      }
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
  const next = running.then(() => save(id, patch, version));
  running = next;
  return next;
}

/** Reads the timeline and the SLA segments again. */
export const refreshParts = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: recordPartsKey(id) });
