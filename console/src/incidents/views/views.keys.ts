import type { Command } from '../../keys/index.ts';

export const viewsCommands = [
  { id: 'list.views', keys: ['v'], scope: ['list'], label: 'Views', opens: 'overlay' },
] as const satisfies readonly Command[];
