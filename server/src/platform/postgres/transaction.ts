// Runs one transaction and notifies listeners after its commit; and reads of several statements in one snapshot.
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
  if (committed) commitNotifier.committed(committed);
  return result;
}

/** All statements of `work` read the same snapshot. */
export const readSnapshot = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retryOnStalePlan(() =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  );
