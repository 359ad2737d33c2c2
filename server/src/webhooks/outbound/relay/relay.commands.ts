// `main.ts admin retry-events` relays events again that were set aside.
import type { Commands } from '../../../feature.ts';
import { retrySetAside } from './relay.sql.ts';
import { countOf } from '../../../platform/text.ts';

export const relayCommands: Commands = {
  'retry-events': {
    usage: `
  admin retry-events    retry the events that were set aside; those that fail again are set aside again`,
    run: async ({ db }) =>
      `The workers will relay ${countOf(await retrySetAside(db), 'event')} again.`,
  },
};
