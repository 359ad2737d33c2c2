// `main.ts admin retry-events`: relays events again that were set aside.
import type { Deps } from '../../../platform/runtime/deps.ts';
import { retrySetAside } from './relay.sql.ts';

export const relayUsage = `
  admin retry-events    retry the events that were set aside; those that fail again are set aside again`;

/** Each returns the text to print. */
export const relayCommands: Record<string, (deps: Deps) => Promise<string>> = {
  'retry-events': async ({ db }) =>
    `${await retrySetAside(db)} events will be relayed again by the workers.`,
};
