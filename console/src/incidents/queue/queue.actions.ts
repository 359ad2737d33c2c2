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
import { announce } from '../../ui/announce.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  describePatch,
  reverseOf,
  saveIncident,
  sendDelayed,
  transitionOf,
} from '../actions/index.ts';
import type { Queue, QueueRow } from './queue.store.ts';

const reportFailure = (id: string, error: unknown): void => {
  const { title, detail, requestId } = faultOf(error);
  const quoted = requestId === undefined ? '' : ` Request id ${requestId}.`;
  toast(`${id} was not changed. ${title}: ${detail}${quoted}`, { tone: 'red', forMs: 15_000 });
};

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

async function save(
  queue: Queue,
  row: QueueRow,
  patch: IncidentUpdate,
): Promise<readonly string[]> {
  const { incident, merged } = await saveIncident(row.id, patch, row.version);
  queryClient.setQueryData(incidentQuery(row.id).queryKey, incident);
  queue.patch(row.id, rowOf(incident));
  return merged;
}

async function send(queue: Queue, row: QueueRow, patch: IncidentUpdate): Promise<void> {
  const { id } = row;
  if (patch.state === undefined) queue.patch(id, patch as Partial<QueueRow>);
  const saving = save(queue, row, patch);
  const action = offerUndo(
    queue,
    row,
    patch,
    saving.then(
      () => true,
      () => false,
    ),
  );
  try {
    const merged = await saving;
    const text = `${id}: ${describePatch(patch)}.`;
    const also = merged.length > 0 ? ` Someone else changed ${merged.join(', ')}; both stand.` : '';
    announce(text);
    toast(text + also, { id, ...(action && { action }) });
  } catch (error) {
    queue.patch(id, row);
    reportFailure(id, error);
  }
}

export function changeRow(queue: Queue, row: QueueRow, patch: IncidentUpdate): void {
  const { state } = patch;
  if (state === undefined || !transitionOf(state).isDelayed) {
    void send(queue, row, patch);
    return;
  }
  sendDelayed(row.id, `${row.id}: ${describePatch(patch)}.`, () => {
    void send(queue, queue.rows.get(row.id) ?? row, patch);
  });
}

export async function noteRow({ id }: QueueRow, body: string): Promise<void> {
  try {
    await addNote(id, body, 'team');
    toast(`Note added to ${id}.`);
  } catch (error) {
    reportFailure(id, error);
  }
}
