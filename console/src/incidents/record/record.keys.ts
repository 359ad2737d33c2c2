// Commands of the page of one incident; those that it shares with the queue are in queue.keys.ts.
import type { Command } from '../../keys/index.ts';

const record = ['record'] as const;

export const recordCommands = [
  { id: 'record.previous', keys: ['['], scope: record, label: 'Previous in the list' },
  { id: 'record.next', keys: [']'], scope: record, label: 'Next in the list' },
  { id: 'record.back', keys: ['u'], scope: record, label: 'Back to the list' },
  { id: 'record.edit', keys: ['e'], scope: record, label: 'Edit a field…' },
  { id: 'record.copyLink', keys: ['y'], scope: record, label: 'Copy the link' },
  { id: 'record.send', keys: ['mod+Enter'], scope: record, label: 'Send the note or form' },
  { id: 'record.delete', keys: [], scope: record, label: 'Delete the incident' },
] as const satisfies readonly Command[];
