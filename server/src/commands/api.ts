import { serve } from '../start/index.ts';
import type { Command } from './command.ts';

/** Only the API measures the database, since every instance runs one. */
export const run: Command = (_args, own) =>
  serve(own, ['metrics', 'database', 'lateness', 'api', 'lmtp']);
