import type { Command } from '../../keys/index.ts';

export const createCommands = [
  { id: 'create.discard', keys: [], scope: ['record'], label: 'Discard the draft' },
] as const satisfies readonly Command[];
