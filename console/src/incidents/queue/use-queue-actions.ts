// What one can do with the rows of the queue, by keys, buttons and menus alike.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useCallback, useState } from 'react';
import {
  incidentQuery,
  type IncidentUpdate,
  meQuery,
  queryClient,
  rowOf,
} from '../../api/index.ts';
import { withPeek } from '../../search/index.ts';
import type { GridHandle } from '../../ui/layout/grid.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { type RecordConflict, recordDrafts } from '../../records/index.ts';
import { changeRow, noteRow, reloadQueue, settleConflict } from './queue.actions.ts';
import type { BulkChange } from './queue.bulk.tsx';
import type { QueueSearch } from './queue.search.ts';
import { MAX_SELECTED, type Queue, type QueueRow } from './queue.store.ts';

/** The record of the focused row is fetched, so that it opens at once and its transitions are known. */
const PREFETCH_MS = 150;
let prefetch: ReturnType<typeof setTimeout> | undefined;

const prefetchSoon = (id: string | undefined) => {
  clearTimeout(prefetch);
  if (id !== undefined)
    prefetch = setTimeout(() => void queryClient.prefetchQuery(incidentQuery(id)), PREFETCH_MS);
};

const allStates = ['in_progress', 'on_hold', 'resolved', 'closed', 'cancelled', 'reopened'];

export function useQueueActions(
  queue: Queue,
  search: QueueSearch,
  grid: RefObject<GridHandle | null>,
  needsStates: boolean,
) {
  const navigate = useNavigate({ from: '/incidents' });
  const [bulk, setBulk] = useState<BulkChange>();
  const { data: me } = useQuery(meQuery);
  // Keys and buttons mean the record in the drawer, if one is open, and otherwise the active row.
  const targetId = search.peek ?? queue.rows.idAt(queue.activeIndex);
  const { data: record } = useQuery({ ...incidentQuery(targetId ?? ''), enabled: needsStates });
  const active =
    (targetId === undefined ? undefined : queue.rows.get(targetId)) ?? (record && rowOf(record));
  const selected = [...queue.selected].flatMap((id): QueueRow[] => {
    const row = queue.rows.get(id);
    return row ? [row] : [];
  });

  const drafts =
    active && me && selected.length === 0 ? recordDrafts(active.id, me.email) : undefined;

  const peek = (id: string | undefined) =>
    void navigate({ search: (before) => withPeek(before, id), replace: true });

  const move = (index: number) => {
    queue.activate(index);
    grid.current?.scrollTo(queue.activeIndex);
    const id = queue.rows.idAt(queue.activeIndex);
    prefetchSoon(id);
    if (search.peek !== undefined) peek(id);
  };

  const open = (id: string) =>
    void navigate({ to: '/incidents/$id', params: { id }, state: { list: queue.query } });

  const toggle = useCallback(
    (id: string, isRange = false) => {
      const index = queue.rows.indexOf(id) ?? 0;
      if (isRange) {
        const [first, last] = [queue.activeIndex, index].toSorted((a, b) => a - b);
        for (let at = first ?? index; at <= (last ?? index); at += 1) {
          const between = queue.rows.idAt(at);
          if (between !== undefined) queue.select(between, true);
        }
      } else queue.select(id, !queue.selected.has(id));
      queue.activate(index);
      if (queue.selected.size >= MAX_SELECTED)
        toast(`At most ${MAX_SELECTED} incidents can be changed at once.`, { id: 'max-selected' });
    },
    [queue],
  );

  return {
    me,
    active,
    selected,
    bulk,
    move,
    open,
    peek,
    toggle,
    subject: selected.length > 0 ? `${selected.length} incidents` : (active?.id ?? ''),
    states: selected.length > 0 ? allStates : record?.allowed_transitions,
    click: useCallback(
      (index: number, event: React.MouseEvent) => {
        const id = queue.rows.idAt(index);
        // The link in the row handles modified clicks, which open another tab.
        if (id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        queue.activate(index);
        void navigate({ to: '/incidents/$id', params: { id }, state: { list: queue.query } });
      },
      [queue, navigate],
    ),
    extend: (step: 1 | -1) => {
      const from = queue.rows.idAt(queue.activeIndex);
      if (from !== undefined) queue.select(from, true);
      move(queue.activeIndex + step);
      const to = queue.rows.idAt(queue.activeIndex);
      if (to !== undefined) queue.select(to, true);
    },
    selectFirst: () => {
      for (let index = 0; index < Math.min(MAX_SELECTED, queue.rows.length); index += 1)
        queue.selected.add(queue.rows.idAt(index) ?? '');
      queue.notify();
    },
    closePeek: () => {
      peek(undefined);
      grid.current?.focus();
    },
    drafts,
    /** `row` as it was when the dialog was opened: what others have changed since is a conflict. */
    change: (patch: IncidentUpdate, row = active) => {
      if (selected.length > 0) setBulk({ rows: selected, patch });
      else if (row)
        changeRow(queue, row, patch, () => patch.state && drafts?.transition.write(undefined));
      grid.current?.focus();
    },
    note: (body: string) => {
      if (active)
        void noteRow(active, body, () => {
          // A draft for other readers stays.
          if (drafts?.note.read()?.visibility === 'team') drafts.note.write(undefined);
        });
      grid.current?.focus();
    },
    settle: (conflict: RecordConflict) => (patch: IncidentUpdate, version: number) => {
      settleConflict(queue, conflict, patch, version);
      grid.current?.focus();
    },
    closeBulk: () => setBulk(undefined),
    /** Refused rows stay selected. */
    bulkDone: (succeeded: readonly string[], _failed: readonly string[]) => {
      const fields = bulk?.patch as Partial<QueueRow> | undefined;
      for (const id of succeeded) {
        queue.selected.delete(id);
        if (fields) queue.patch(id, fields);
      }
      queue.notify();
      // Events of the rows follow in any case.
      void queue.refresh(succeeded).catch(() => undefined);
    },
    showNew: () => void reloadQueue(queue),
  };
}

export type QueueActions = ReturnType<typeof useQueueActions>;
