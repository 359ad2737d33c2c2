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
