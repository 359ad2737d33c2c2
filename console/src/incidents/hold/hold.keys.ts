import type { Command } from '../../keys/index.ts';

export const holdCommands = [
  {
    id: 'snooze',
    keys: ['H'],
    scope: ['list', 'record'],
    label: 'Hold until…',
    opens: 'overlay',
  },
] as const satisfies readonly Command[];
