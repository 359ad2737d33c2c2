// Messages stay as long as the events of the records that they became, and at least 90 days.
import { transact } from '../../platform/postgres/transaction.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { deleteExpiredMessages } from './messages.sql.ts';

const MIN_DAYS = 90;
const DAY_MS = 86_400_000;

/** Returns whether there is more to delete. */
export async function purgeExpiredMessages(deps: Deps): Promise<boolean> {
  const { retention_days: days } = await deps.settings();
  const before = new Date(deps.now().getTime() - Math.max(days, MIN_DAYS) * DAY_MS);
  return transact(deps, (tx) => deleteExpiredMessages(tx, before));
}
