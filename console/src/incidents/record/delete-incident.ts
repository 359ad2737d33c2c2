// Deleting an incident can be undone.
import {
  deleteIncident,
  faultOf,
  type Incident,
  incidentQuery,
  queryClient,
  restoreIncident,
} from '../../api/index.ts';
import { undo } from '../../keys/index.ts';
import { acceptRecord } from '../../records/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { toast } from '../../ui/overlays/toast.tsx';

const report = (text: string, error: unknown): void =>
  toast(`${text} ${faultText(faultOf(error))}`, { tone: 'red', forMs: 15_000 });

async function restore(id: string): Promise<void> {
  try {
    acceptRecord({ type: 'incident', id }, await restoreIncident(id));
    toast(`${id} is restored.`);
  } catch (error) {
    report(`${id} could not be restored.`, error);
  }
}

export async function removeIncident(incident: Incident, onRemoved: () => void): Promise<void> {
  const { id } = incident;
  const { version } = queryClient.getQueryData(incidentQuery(id).queryKey) ?? incident;
  try {
    await deleteIncident(id, version);
    undo.offer(`${id} is deleted.`, () => void restore(id));
    onRemoved();
  } catch (error) {
    report(`${id} could not be deleted.`, error);
  }
}
