// Commands of the queue besides those of every list.
import type { Command } from '../../keys/index.ts';

const list = ['list'] as const;
const both = ['list', 'record'] as const;

export const queueCommands = [
  { id: 'list.select', keys: ['x'], scope: list, label: 'Select or deselect' },
  { id: 'list.extendDown', keys: ['J', 'Shift+ArrowDown'], scope: list, label: 'Extend down' },
  { id: 'list.extendUp', keys: ['K', 'Shift+ArrowUp'], scope: list, label: 'Extend up' },
  { id: 'list.selectAll', keys: ['mod+A'], scope: list, label: 'Select the first 100' },
  { id: 'list.views', keys: ['v'], scope: list, label: 'Views' },
  { id: 'assignToMe', keys: ['a'], scope: both, label: 'Assign to me' },
  { id: 'assign', keys: ['A'], scope: both, label: 'Assign to…' },
  { id: 'state', keys: ['s'], scope: both, label: 'Change state…' },
  { id: 'priority', keys: ['p'], scope: both, label: 'Change priority…' },
  { id: 'note', keys: ['n'], scope: both, label: 'Add a note…' },
] as const satisfies readonly Command[];
