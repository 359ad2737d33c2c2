// Previous and next follow the list that the record was opened from, in its order.
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { RecordRef } from '../api/index.ts';
import { listOfRecords } from '../lists/index.ts';
import { toast } from '../ui/overlays/toast.tsx';

/** The neighbour replaces the page in the history, so that Back leads to the list. */
export function useNeighbours({ type, id }: RecordRef, path: string) {
  const navigate = useNavigate();
  const query = useRouterState({ select: ({ location }) => location.state.list });
  // A record that was not opened from a list has an empty one that is never read.
  const list = listOfRecords(type).of(query ?? {});
  useSyncExternalStore(list.subscribe, list.version);
  const index = query && list.rows.indexOf(id);
  const total = `${list.rows.total}${list.rows.isLowerBound ? '+' : ''}`;

  const go = async (step: 1 | -1): Promise<void> => {
    if (!query)
      return toast('This record was not opened from a list, so there is no previous or next one.');
    await list.begin();
    const at = list.rows.indexOf(id);
    const next = at === undefined ? undefined : list.rows.idAt(at + step);
    if (at === undefined || next === undefined)
      return toast(
        step > 0 ? 'This is the last record in the list.' : 'This is the first record in the list.',
      );
    list.activate(at + step);
    list.ensure(at + step, at + step + 1);
    await navigate({ to: `${path}/${next}`, state: { list: query }, replace: true });
  };

  return {
    position: index === undefined ? undefined : `${index + 1} of ${total}`,
    go: (step: 1 | -1) => void go(step),
  };
}
