// The inbox opens everywhere; its other keys work while it is open.
import type { Command } from '../keys/index.ts';

const inside = ['inbox'] as const;

export const inboxCommands = [
  { id: 'inbox', keys: ['g n'], scope: ['everywhere'], label: 'Open the inbox', opens: 'overlay' },
  { id: 'inbox.next', keys: ['j', 'ArrowDown'], scope: inside, label: 'Next entry' },
  { id: 'inbox.previous', keys: ['k', 'ArrowUp'], scope: inside, label: 'Previous entry' },
  { id: 'inbox.open', keys: ['Enter'], scope: inside, label: 'Open the record and mark as read' },
  { id: 'inbox.new', keys: ['.'], scope: inside, label: 'Show new entries' },
  { id: 'inbox.read', keys: ['e'], scope: inside, label: 'Mark as read' },
] as const satisfies readonly Command[];
