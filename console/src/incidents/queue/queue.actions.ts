// Changes of single rows: fields show at once, transitions when the service has accepted them.
import {
  addNote,
  faultOf,
  incidentQuery,
  type IncidentUpdate,
  queryClient,
  rowOf,
} from '../../api/index.ts';
import { undo } from '../../keys/index.ts';
import { announce } from '../../ui/overlays/announce.tsx';
import { type Fault, faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { describePatch, reverseOf, sendDelayed, transitionOf } from '../actions/index.ts';
import { fieldLabel, type RecordConflict, saveRecord } from '../../records/index.ts';
import type { Queue, QueueRow } from './queue.store.ts';

const reportFailure = (id: string, fault: Fault): void =>
  toast(`${id} was not changed. ${faultText(fault)}`, { tone: 'red', forMs: 15_000 });

/** Offered at once: a change that is still on its way is taken back when it has arrived. */
function offerUndo(queue: Queue, row: QueueRow, patch: IncidentUpdate, sent: Promise<boolean>) {
  const reverse = reverseOf({ ...row }, patch);
  if (!reverse) return undefined;
  undo.offer(() => {
    void sent.then((isSaved) => {
      const now = queue.rows.get(row.id);
      return isSaved && now ? send(queue, now, reverse) : undefined;
    });
  });
  return { label: 'Undo', run: () => undo.run() };
}

async function send(
  queue: Queue,
  row: QueueRow,
  patch: IncidentUpdate,
  onSaved?: () => void,
): Promise<void> {
  const { id } = row;
  if (patch.state === undefined) queue.patch(id, patch as Partial<QueueRow>);
  const saving = saveRecord({ type: 'incident', id }, { ...patch }, row.version);
  const isSaved = saving.then(({ kind }) => kind === 'saved');
  const action = offerUndo(queue, row, patch, isSaved);
  const outcome = await saving;
  if (outcome.kind === 'conflict') {
    queue.addConflict(outcome.conflict);
    announce(`Someone else has changed the same field of ${id}. Choose which value stands.`);
    return;
  }
  if (outcome.kind === 'failed') {
    const reverse = reverseOf({ ...row }, patch);
    if (reverse) queue.patch(id, reverse as Partial<QueueRow>);
    reportFailure(id, outcome.fault);
    return;
  }
  onSaved?.();
  const text = `${id}: ${describePatch(patch)}.`;
  const fields = outcome.merged.map((field) => fieldLabel(field).toLowerCase()).join(', ');
  const also = fields === '' ? '' : ` Someone else changed ${fields}; both stand.`;
  announce(text);
  toast(text + also, { id, ...(action && { action }) });
}

/** The choice in a conflict: what is left of my change is sent on the version of the others. */
export function settleConflict(
  queue: Queue,
  conflict: RecordConflict,
  patch: IncidentUpdate,
  version: number,
): void {
  queue.dropConflict(conflict);
  // The list may have been read anew without the row; the record was read with the conflict.
  const record = queryClient.getQueryData(incidentQuery(conflict.id).queryKey);
  const row = queue.rows.get(conflict.id) ?? (record && rowOf(record));
  if (row && Object.keys(patch).length > 0) void send(queue, { ...row, version }, patch);
}

/** The rows stay if they cannot be read anew. */
export async function reloadQueue(queue: Queue): Promise<void> {
  try {
    await queue.reload();
  } catch (error) {
    const text = `The list was not read anew. ${faultText(faultOf(error))}`;
    toast(text, { id: 'reload', tone: 'red', forMs: 15_000 });
  }
}

/** `onSaved` removes the draft of its text, which a failure leaves. */
export function changeRow(
  queue: Queue,
  row: QueueRow,
  patch: IncidentUpdate,
  onSaved?: () => void,
): void {
  const { state } = patch;
  if (state === undefined || !transitionOf(state).isDelayed) {
    void send(queue, row, patch, onSaved);
    return;
  }
  sendDelayed(row.id, `${row.id}: ${describePatch(patch)}.`, () => {
    void send(queue, queue.rows.get(row.id) ?? row, patch, onSaved);
  });
}

export async function noteRow({ id }: QueueRow, body: string, onSaved: () => void): Promise<void> {
  try {
    await addNote(id, body, 'team');
    onSaved();
    toast(`Note added to ${id}.`);
  } catch (error) {
    reportFailure(id, faultOf(error));
  }
}
