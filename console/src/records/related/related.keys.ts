import type { Command } from '../../keys/index.ts';

export const linkCommands = [
  {
    id: 'record.addLink',
    keys: ['L'],
    scope: ['record'],
    label: 'Add a link…',
    opens: 'overlay',
  },
] as const satisfies readonly Command[];

export const followCommands = [
  { id: 'record.watch', keys: ['w'], scope: ['record'], label: 'Watch, or stop watching' },
] as const satisfies readonly Command[];
