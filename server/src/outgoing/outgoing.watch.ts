// A worker stores the first address and logs each time that a hold begins or ends.
import type { Schedule } from '../platform/background/schedules.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { comparedUrl } from './compared-url.ts';
import { readOutgoing, storeFirstUrl } from './outgoing.sql.ts';
import { describeHold, RELEASE_ADVICE } from './outgoing.state.ts';

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
      const detail = describeHold(deps, row);
      if (detail === logged) return;
      logged = detail;
      if (detail) deps.log.warn({ detail, advice: RELEASE_ADVICE }, 'outgoing.held');
      else deps.log.info('outgoing.released');
    },
  };
}
