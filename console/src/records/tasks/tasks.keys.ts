import type { Command } from '../../keys/index.ts';

export const taskCommands = [
  { id: 'record.task', keys: ['t'], scope: ['record'], label: 'Next task' },
] as const satisfies readonly Command[];
