// `main.ts admin retry-events`: what an operator does about events that were set aside.
import type { Deps } from '../../../platform/runtime/deps.ts';
import { retrySetAside } from './relay.sql.ts';

export const relayUsage = `
  admin retry-events    relay the events again that were set aside; what fails again is set aside again`;

/** Each gives what to print. */
export const relayCommands: Record<string, (deps: Deps) => Promise<string>> = {
  'retry-events': async ({ db }) =>
    `${await retrySetAside(db)} events are relayed again by the workers.`,
};
