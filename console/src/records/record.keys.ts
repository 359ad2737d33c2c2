// Some commands belong to the page of a record; the others work on the rows of a list as well.
import type { Command } from '../keys/index.ts';

const record = ['record'] as const;

export const recordCommands = [
  { id: 'record.previous', keys: ['['], scope: record, label: 'Previous in the list' },
  { id: 'record.next', keys: [']'], scope: record, label: 'Next in the list' },
  { id: 'record.back', keys: ['u'], scope: record, label: 'Back to the list' },
  { id: 'record.edit', keys: ['e'], scope: record, label: 'Edit a field…', opens: 'overlay' },
  { id: 'record.copyLink', keys: ['y'], scope: record, label: 'Copy the link' },
  { id: 'record.send', keys: ['mod+Enter'], scope: record, label: 'Send the note or form' },
  { id: 'record.delete', keys: [], scope: record, label: 'Delete' },
] as const satisfies readonly Command[];

const both = ['list', 'record'] as const;

export const workCommands = [
  { id: 'assignToMe', keys: ['a'], scope: both, label: 'Assign to me' },
  { id: 'assign', keys: ['A'], scope: both, label: 'Assign to…', opens: 'overlay' },
  { id: 'state', keys: ['s'], scope: both, label: 'Change state…', opens: 'overlay' },
  { id: 'priority', keys: ['p'], scope: both, label: 'Change priority…', opens: 'overlay' },
  { id: 'note', keys: ['n'], scope: both, label: 'Add a note…', opens: 'overlay' },
] as const satisfies readonly Command[];
