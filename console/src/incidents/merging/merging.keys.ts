import type { Command } from '../../keys/index.ts';

export const mergingCommands = [
  {
    id: 'merge',
    keys: ['M'],
    scope: ['list', 'record'],
    label: 'Merge into…',
    opens: 'overlay',
  },
] as const satisfies readonly Command[];
