import type { Command } from '../../keys/index.ts';

export const macroCommands = [
  {
    id: 'macro',
    keys: ['m'],
    scope: ['list', 'record'],
    label: 'Apply a macro…',
    opens: 'overlay',
  },
] as const satisfies readonly Command[];
