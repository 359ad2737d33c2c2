// An incident is put on hold by one key, from every open state. The undo ends the hold.
import { changeRecord, type RecordConflict } from '../../records/index.ts';
import { type HoldFields, holdPatch, needsStart } from './hold.patch.ts';

interface Hold {
  /** The incident is as its reader saw it. */
  incident: { id: string; state: string; version: number };
  fields: HoldFields;
  onConflict: (conflict: RecordConflict) => void;
}

export async function holdIncident({ incident, fields, onConflict }: Hold): Promise<void> {
  const { id, state, version } = incident;
  const change = { ref: { type: 'incident', id }, before: incident, version, onConflict } as const;
  const isStarted =
    !needsStart(state) ||
    (await changeRecord({ ...change, patch: { state: 'in_progress' } })) === 'saved';
  if (!isStarted) return;
  const patch = holdPatch(state, fields);
  await changeRecord({
    ...change,
    patch,
    ...('state' in patch && { reverse: { state: 'in_progress' } }),
  });
}
