import { serve } from '../start/index.ts';
import type { Command } from './command.ts';

export const run: Command = (_args, own) => serve(own, ['metrics', 'lateness', 'worker']);
