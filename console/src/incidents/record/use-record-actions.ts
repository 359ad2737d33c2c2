// What one can do with the open record, by keys, buttons and menus alike.
import { useState } from 'react';
import {
  deleteIncident,
  faultOf,
  type Incident,
  incidentQuery,
  type IncidentUpdate,
  queryClient,
  restoreIncident,
} from '../../api/index.ts';
import { undo } from '../../keys/index.ts';
import { announce } from '../../ui/overlays/announce.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { describePatch, reverseOf, sendDelayed, transitionOf } from '../actions/index.ts';
import {
  acceptRecord,
  fieldLabel,
  isLongField,
  type RecordConflict,
  type SaveOutcome,
  saveRecord,
  valueText,
} from '../../records/index.ts';

/** "category → network", "description edited" */
function wordsOf(patch: IncidentUpdate): string {
  if (patch.state !== undefined) return describePatch(patch);
  return Object.entries(patch)
    .map(([field, value]) => {
      const label = fieldLabel(field).toLowerCase();
      const isText = isLongField(field) || field === 'short_description';
      return isText ? `${label} edited` : `${label} → ${valueText(field, value)}`;
    })
    .join(', ');
}

async function restore(id: string): Promise<void> {
  try {
    acceptRecord({ type: 'incident', id }, await restoreIncident(id));
    toast(`${id} is restored.`);
  } catch (error) {
    toast(`Not restored. ${faultText(faultOf(error))}`, { tone: 'red', forMs: 15_000 });
  }
}

const currentVersion = (incident: Incident): number =>
  queryClient.getQueryData(incidentQuery(incident.id).queryKey)?.version ?? incident.version;

export function useRecordActions(incident: Incident) {
  const { id } = incident;
  const [conflict, setConflict] = useState<RecordConflict>();
  const [pending, setPending] = useState<string>();

  /** A conflict keeps what was typed in its panel; after a failure the editor must keep it. */
  const save = async (
    patch: IncidentUpdate,
    version = incident.version,
  ): Promise<SaveOutcome['kind']> => {
    const outcome = await saveRecord({ type: 'incident', id }, { ...patch }, version);
    if (outcome.kind === 'conflict') {
      setConflict(outcome.conflict);
      announce('Someone else has changed the same field. Choose which value stands.');
      return outcome.kind;
    }
    if (outcome.kind === 'failed') {
      toast(`Not saved. ${faultText(outcome.fault)}`, { tone: 'red', forMs: 15_000 });
      return outcome.kind;
    }
    setConflict(undefined);
    const fields = outcome.merged.map((field) => fieldLabel(field).toLowerCase()).join(', ');
    const also = fields === '' ? '' : ` Someone else changed ${fields}; both stand.`;
    const text = `${id}: ${wordsOf(patch)}.${also}`;
    announce(text);
    const reverse = reverseOf({ ...incident }, patch);
    if (!reverse) {
      if (also !== '') toast(text);
      return outcome.kind;
    }
    undo.offer(() => void save(reverse, currentVersion(incident)));
    toast(text, { id: `${id} field`, action: { label: 'Undo', run: () => undo.run() } });
    return outcome.kind;
  };

  /** Resolve, close and cancel wait for some seconds, in which they can be taken back. */
  const transition = (patch: IncidentUpdate, onUndo: () => void, onSaved: () => void): void => {
    const { state = '' } = patch;
    const send = async () => {
      const outcome = await save(patch, currentVersion(incident));
      setPending(undefined);
      if (outcome === 'failed') onUndo();
      else onSaved();
    };
    if (!transitionOf(state).isDelayed) {
      void send();
      return;
    }
    setPending(state);
    const takeBack = () => {
      setPending(undefined);
      onUndo();
    };
    sendDelayed(id, `${id}: ${describePatch(patch)}.`, () => void send(), takeBack);
  };

  const remove = async (onRemoved: () => void): Promise<void> => {
    try {
      await deleteIncident(id, currentVersion(incident));
      undo.offer(() => void restore(id));
      toast(`${id} is deleted.`, { action: { label: 'Undo', run: () => undo.run() } });
      onRemoved();
    } catch (error) {
      toast(`Not deleted. ${faultText(faultOf(error))}`, { tone: 'red', forMs: 15_000 });
    }
  };

  /** The choice in a conflict: what is left of my change is sent on the version of the others. */
  const settle = (patch: IncidentUpdate, version: number): void => {
    setConflict(undefined);
    if (Object.keys(patch).length > 0) void save(patch, version);
  };

  return { save, transition, remove, conflict, settle, pending };
}
