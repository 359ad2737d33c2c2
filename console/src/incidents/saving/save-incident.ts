// Sends a change with the version it was made on; on a conflict in other fields, sends it again on the new version.
import { conflictOf, type Incident, type IncidentUpdate, updateIncident } from '../../api/index.ts';
import { overlap } from './conflict.ts';

export interface Saved {
  incident: Incident;
  /** Fields that someone else changed at the same time. */
  merged: readonly string[];
}

/** How often others may be faster before it gives up. */
const MAX_TRIES = 5;

export async function saveIncident(
  id: string,
  patch: IncidentUpdate,
  version: number,
): Promise<Saved> {
  let base = version;
  const merged = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return { incident: await updateIncident(id, patch, base), merged: [...merged] };
    } catch (error) {
      const conflict = conflictOf(error);
      if (!conflict || attempt >= MAX_TRIES || overlap(patch, conflict).length > 0) throw error;
      base = conflict.currentVersion;
      for (const field of conflict.changedFields) merged.add(field);
    }
  }
}
