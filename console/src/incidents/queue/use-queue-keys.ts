// The keys of the queue.
import type { RefObject } from 'react';
import { mayUse } from '../../api/index.ts';
import { useCommands } from '../../keys/index.ts';
import { listCommands, REPLACED, useIsReplaced } from '../../lists/index.ts';
import { workCommands } from '../../records/index.ts';
import type { ActionKind } from '../actions/index.ts';
import { queueCommands } from './queue.keys.ts';
import { queryOf } from './queue.search.ts';
import type { Queue } from './queue.store.ts';
import type { QueueActions } from './use-queue-actions.ts';

interface QueueKeys {
  queue: Queue;
  actions: QueueActions;
  onDialog: (kind: ActionKind) => void;
  onFilter: () => void;
  viewsRef: RefObject<HTMLButtonElement | null>;
}

export function useQueueKeys({ queue, actions, onDialog, onFilter, viewsRef }: QueueKeys): void {
  const { active, selected, me } = actions;
  const hasRow = active !== undefined || selected.length > 0;
  const isReplaced = useIsReplaced(queryOf);
  const needsRow = isReplaced ? REPLACED : hasRow ? undefined : 'There is no row.';
  const needsRight =
    me && !mayUse(me, 'incidents.edit_all_fields')
      ? 'Your role may not change incidents.'
      : needsRow;
  const id = active?.id;
  const onRow = (run: () => void) => ({ run, unavailable: needsRow });
  const onEditable = (run: () => void) => ({ run, unavailable: needsRight });
  useCommands(listCommands, {
    'list.next': onRow(() => actions.move(queue.activeIndex + 1)),
    'list.previous': onRow(() => actions.move(queue.activeIndex - 1)),
    'list.open': onRow(() => id !== undefined && actions.open(id)),
    'list.peek': onRow(() => actions.peek(id)),
    'list.filter': onFilter,
    'list.showNew': actions.showNew,
    'list.reload': actions.showNew,
    'list.escape': () => {
      if (queue.selected.size > 0) queue.clearSelection();
      else actions.closePeek();
    },
  });
  useCommands(queueCommands, {
    'list.select': onRow(() => id !== undefined && actions.toggle(id)),
    'list.extendDown': onRow(() => actions.extend(1)),
    'list.extendUp': onRow(() => actions.extend(-1)),
    'list.selectAll': onRow(actions.selectFirst),
    'list.views': () => viewsRef.current?.click(),
  });
  useCommands(workCommands, {
    assignToMe: onEditable(() => me && actions.change({ assigned_to: me.email })),
    assign: onEditable(() => onDialog('assign')),
    state: onRow(() => onDialog('state')),
    priority: onEditable(() => onDialog('priority')),
    note: {
      run: () => onDialog('note'),
      unavailable: selected.length > 0 ? 'A note goes to one incident.' : needsRow,
    },
  });
}
