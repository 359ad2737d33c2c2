// Keys and buttons of my work act on the active row: take it, assign it, and take its next step.
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState, useSyncExternalStore } from 'react';
import { mayUse, meQuery, type RecordPatch, type TaskSummary } from '../api/index.ts';
import { useCommands } from '../keys/index.ts';
import { REPLACED, useIsReplaced } from '../lists/index.ts';
import { changeTask, workCommands } from '../records/index.ts';
import type { GridHandle } from '../ui/layout/grid.tsx';
import { workList } from './work.rows.ts';

interface OpenAction {
  kind: 'assign' | 'state';
  /** The task stays as it was when the question was opened. */
  task: TaskSummary;
}

const NO_TASK = 'There is no task to act on.';
const NOT_ALLOWED = 'Your role cannot change tasks.';

export function useWorkActions(grid: RefObject<GridHandle | null>) {
  const list = workList.of({});
  useSyncExternalStore(list.subscribe, list.version);
  const { data: me } = useQuery(meQuery);
  const [open, setOpen] = useState<OpenAction>();
  const isReplaced = useIsReplaced(workList.queryOf);
  const active = list.rows.at(list.activeIndex);
  const mayFulfil = me !== undefined && mayUse(me, 'requests.fulfil');
  let unavailable = active === undefined ? NO_TASK : undefined;
  if (isReplaced) unavailable = REPLACED;
  if (!mayFulfil) unavailable = NOT_ALLOWED;

  const close = () => {
    setOpen(undefined);
    grid.current?.focus();
  };
  const change = (task: TaskSummary, patch: RecordPatch) => {
    close();
    void changeTask(task, patch);
  };
  const ask = (kind: OpenAction['kind']) => active && setOpen({ kind, task: active });
  const take = (task: TaskSummary) => {
    if (me && task.assigned_to !== me.email) change(task, { assigned_to: me.email });
  };
  useCommands(workCommands, {
    assignToMe: { run: () => active && take(active), unavailable },
    assign: { run: () => ask('assign'), unavailable },
    state: { run: () => ask('state'), unavailable },
  });
  return { open, close, change, take, mayFulfil };
}

export type WorkActions = ReturnType<typeof useWorkActions>;
