// Previous and next follow the list that the record was opened from, as it was sorted.
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { toast } from '../../ui/toast.tsx';
import { queueOf } from '../queue/queue.store.ts';

export function useNeighbours(id: string) {
  const navigate = useNavigate();
  const list = useRouterState({ select: ({ location }) => location.state.list });
  // A record without a list has an empty one that is never read.
  const queue = queueOf(list ?? {});
  useSyncExternalStore(queue.subscribe, queue.version);
  const index = list && queue.rows.indexOf(id);
  const total = `${queue.rows.total}${queue.rows.isLowerBound ? '+' : ''}`;

  const go = async (step: 1 | -1): Promise<void> => {
    if (!list) return toast('The incident was not opened from a list.');
    await queue.begin();
    const at = queue.rows.indexOf(id);
    const next = at === undefined ? undefined : queue.rows.idAt(at + step);
    if (at === undefined || next === undefined)
      return toast(step > 0 ? 'This is the last of the list.' : 'This is the first of the list.');
    queue.activate(at + step);
    queue.ensure(at + step, at + step + 1);
    // Replaced, so that the way back leads to the list.
    await navigate({ to: '/incidents/$id', params: { id: next }, state: { list }, replace: true });
  };

  return {
    position: index === undefined ? undefined : `${index + 1} of ${total}`,
    go: (step: 1 | -1) => void go(step),
  };
}
