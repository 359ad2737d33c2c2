// When a change happens: once its record is locked, not when the call came.
import type { Cause } from './call.ts';
import type { Deps } from '../deps.ts';

/**
 * Dated when it came, a call that waited for the lock would be older than the change it waited for:
 * `updated_at` and the events of one record would go back in time.
 */
export const sinceLocked = <C extends Cause & { deps: Pick<Deps, 'now'> }>(
  call: C,
  row: { updated_at: string },
): C => ({
  ...call,
  now: new Date(Math.max(call.deps.now().getTime(), Date.parse(row.updated_at))),
});
