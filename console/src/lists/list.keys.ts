import type { Command } from '../keys/index.ts';

const list = ['list'] as const;

export const listCommands = [
  { id: 'list.next', keys: ['j', 'ArrowDown'], scope: list, label: 'Next row' },
  { id: 'list.previous', keys: ['k', 'ArrowUp'], scope: list, label: 'Previous row' },
  { id: 'list.open', keys: ['Enter'], scope: list, label: 'Open' },
  { id: 'list.peek', keys: ['Space'], scope: list, label: 'Peek' },
  { id: 'list.filter', keys: ['f'], scope: list, label: 'Filter', opens: 'overlay' },
  {
    id: 'list.showNew',
    keys: ['.'],
    scope: list,
    label: 'Show new rows and remove those that no longer match',
  },
  { id: 'list.reload', keys: ['R'], scope: list, label: 'Reload' },
  { id: 'list.escape', keys: ['Escape'], scope: list, label: 'Close, or clear the selection' },
] as const satisfies readonly Command[];

export const selectCommands = [
  { id: 'list.select', keys: ['x'], scope: list, label: 'Select or deselect' },
  {
    id: 'list.extendDown',
    keys: ['J', 'Shift+ArrowDown'],
    scope: list,
    label: 'Extend the selection down',
  },
  {
    id: 'list.extendUp',
    keys: ['K', 'Shift+ArrowUp'],
    scope: list,
    label: 'Extend the selection up',
  },
  { id: 'list.selectAll', keys: ['mod+A'], scope: list, label: 'Select the first 100' },
] as const satisfies readonly Command[];
