// Commands of the page that creates an incident, and the one that opens it.
import type { Command } from '../../keys/index.ts';

export const createCommands = [
  { id: 'create.send', keys: [], scope: ['record'], label: 'Create the incident' },
  { id: 'create.discard', keys: [], scope: ['record'], label: 'Discard the draft' },
] as const satisfies readonly Command[];
