// Listeners are notified after the commit of a transaction. Several reads can share one snapshot.
import type { CommitNotifier } from './commit-notifier.ts';
import type { Db, Tx } from './tables.ts';
import { retryOnStalePlan } from './pg-errors.ts';
import type { WriteSlots } from './write-slots.ts';

/** Rolls back if `work` throws. */
export async function transact<T>(
  { db, commitNotifier, writes }: { db: Db; commitNotifier: CommitNotifier; writes: WriteSlots },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let committed: Tx | undefined;
  const result = await writes.run(() =>
    retryOnStalePlan(() =>
      db.transaction().execute((tx) => {
        committed = tx;
        return work(tx);
      }),
    ),
  );
  if (committed) commitNotifier.notifyCommitted(committed);
  return result;
}

/** The statements of `work` all use the same snapshot. */
export const readSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retryOnStalePlan(() =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  );
