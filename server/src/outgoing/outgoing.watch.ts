// A worker stores the first address and logs each time that a hold begins or ends.
import type { Schedule } from '../platform/background/schedules.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { comparedUrl } from './compared-url.ts';
import { readOutgoing, storeFirstUrl } from './outgoing.sql.ts';
import { describeHold } from './outgoing.state.ts';

const EVERY_SECONDS = 30;

export function watchOutgoing(deps: Deps): Schedule {
  let logged: string | undefined;
  return {
    name: 'watch-outgoing',
    everySeconds: EVERY_SECONDS,
    run: async () => {
      const row = await readOutgoing(deps.db);
      const ownUrl = comparedUrl(deps);
      if (row.base_url === null && ownUrl !== null) await storeFirstUrl(deps.db, ownUrl);
      const hold = describeHold(deps, row);
      if (hold?.reason === logged) return;
      logged = hold?.reason;
      if (hold) deps.log.warn({ detail: hold.reason, advice: hold.advice }, 'outgoing.held');
      else deps.log.info('outgoing.released');
    },
  };
}
