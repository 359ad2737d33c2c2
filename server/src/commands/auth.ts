import { composeIdentity, serve } from '../start/index.ts';
import type { Command } from './command.ts';

/** The identity provider alone loads no other feature, so it does not measure the lateness of background work. */
export const run: Command = (_args, own) => serve(own, ['metrics', 'auth'], composeIdentity);
