// Previous and next follow the list that the record was opened from, as it was sorted.
import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { ListQuery } from '../search/index.ts';
import { toast } from '../ui/overlays/toast.tsx';

interface NeighbourList {
  subscribe: (listener: () => void) => () => void;
  version: () => number;
  begin: () => Promise<void>;
  activate: (index: number) => void;
  ensure: (first: number, last: number) => void;
  rows: {
    total: number;
    isLowerBound: boolean;
    indexOf: (id: string) => number | undefined;
    idAt: (index: number) => string | undefined;
  };
}

/** `open` replaces the page, so that the way back leads to the list. */
export function useNeighbours(
  id: string,
  listOf: (query: ListQuery) => NeighbourList,
  open: (id: string, list: ListQuery) => Promise<void>,
) {
  const query = useRouterState({ select: ({ location }) => location.state.list });
  // A record without a list has an empty one that is never read.
  const list = listOf(query ?? {});
  useSyncExternalStore(list.subscribe, list.version);
  const index = query && list.rows.indexOf(id);
  const total = `${list.rows.total}${list.rows.isLowerBound ? '+' : ''}`;

  const go = async (step: 1 | -1): Promise<void> => {
    if (!query) return toast('The record was not opened from a list.');
    await list.begin();
    const at = list.rows.indexOf(id);
    const next = at === undefined ? undefined : list.rows.idAt(at + step);
    if (at === undefined || next === undefined)
      return toast(step > 0 ? 'This is the last of the list.' : 'This is the first of the list.');
    list.activate(at + step);
    list.ensure(at + step, at + step + 1);
    await open(next, query);
  };

  return {
    position: index === undefined ? undefined : `${index + 1} of ${total}`,
    go: (step: 1 | -1) => void go(step),
  };
}
