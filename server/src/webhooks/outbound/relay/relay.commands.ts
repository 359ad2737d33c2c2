// `main.ts admin retry-events` relays events again that were set aside.
import type { Commands } from '../../../feature.ts';
import { retrySetAside } from './relay.sql.ts';

export const relayCommands: Commands = {
  'retry-events': {
    usage: `
  admin retry-events    retry the events that were set aside; those that fail again are set aside again`,
    run: async ({ db }) =>
      `${await retrySetAside(db)} events will be relayed again by the workers.`,
  },
};
