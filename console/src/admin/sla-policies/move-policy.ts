// Moves are shown at once and sent one after another.
import {
  faultOf,
  queryClient,
  slaPoliciesQuery,
  type SlaPolicySummary,
  updateSlaPolicy,
} from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { announce } from '../../ui/overlays/announce.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { movedPositions, sortFields } from '../fields/fields.form.ts';

const { queryKey } = slaPoliciesQuery;

/** Reads the list again, and the policies that are open. */
export const refreshPolicies = (): Promise<void> => queryClient.invalidateQueries({ queryKey });

let last: Promise<void> = Promise.resolve();

export function movePolicy(id: string, step: 1 | -1): void {
  const policies: SlaPolicySummary[] = queryClient.getQueryData(queryKey) ?? [];
  const changes = movedPositions(policies, id, step);
  if (changes.length === 0) return;
  const positions = new Map(changes.map(({ id: moved, position }) => [moved, position]));
  const shown = sortFields(
    policies.map((policy) => ({
      ...policy,
      position: positions.get(policy.id) ?? policy.position,
    })),
  );
  queryClient.setQueryData(queryKey, shown);
  const place = shown.findIndex((policy) => policy.id === id);
  announce(`${shown[place]?.name ?? 'The policy'} is number ${place + 1} of ${shown.length}.`);
  const send = async () => {
    for (const [moved, position] of positions) await updateSlaPolicy(moved, { position });
  };
  const mine = last.then(send).catch((error: unknown) => {
    toast(`The order was not saved. ${faultText(faultOf(error))}`, { tone: 'red', forMs: 15_000 });
  });
  last = mine;
  // The list is read again after the last of several moves.
  void mine.then(() => (last === mine ? refreshPolicies() : undefined));
}
