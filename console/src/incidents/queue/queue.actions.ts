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

async function send(queue: Queue, row: QueueRow, patch: IncidentUpdate): Promise<void> {
  const { id, version } = row;
  const isField = patch.state === undefined;
  if (isField) queue.patch(id, patch as Partial<QueueRow>);
  try {
    const { incident, merged } = await saveIncident(id, patch, version);
    queryClient.setQueryData(incidentQuery(id).queryKey, incident);
    queue.patch(id, rowOf(incident));
    const reverse = reverseOf({ ...row }, patch);
    const text = `${id}: ${describePatch(patch)}.`;
    announce(text);
    const also = merged.length > 0 ? ` Someone else changed ${merged.join(', ')}; both stand.` : '';
    if (!reverse) return toast(text + also);
    const takeBack = () => {
      const now = queue.rows.get(id);
      if (now) void send(queue, now, reverse);
    };
    undo.offer(takeBack);
    toast(text + also, { action: { label: 'Undo', run: () => undo.run() } });
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
