// All commands of the console, for the page of keys and the test of clashes.
import type { Command } from './keys/index.ts';
import { createCommands } from './incidents/create/create.keys.ts';
import { queueCommands } from './incidents/queue/queue.keys.ts';
import { recordCommands } from './incidents/record/record.keys.ts';
import { listCommands } from './lists/list.keys.ts';
import { shellCommands } from './shell/shell.keys.ts';

export const commands: readonly Command[] = [
  ...shellCommands,
  ...listCommands,
  ...queueCommands,
  ...recordCommands,
  ...createCommands,
];
