// Commands of the queue besides those of every list.
import type { Command } from '../../keys/index.ts';

const list = ['list'] as const;

export const queueCommands = [
  { id: 'list.select', keys: ['x'], scope: list, label: 'Select or deselect' },
  { id: 'list.extendDown', keys: ['J', 'Shift+ArrowDown'], scope: list, label: 'Extend down' },
  { id: 'list.extendUp', keys: ['K', 'Shift+ArrowUp'], scope: list, label: 'Extend up' },
  { id: 'list.selectAll', keys: ['mod+A'], scope: list, label: 'Select the first 100' },
  { id: 'list.views', keys: ['v'], scope: list, label: 'Views' },
] as const satisfies readonly Command[];
