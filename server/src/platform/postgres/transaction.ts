// One transaction, after which those who wait for what it wrote are woken.
import type { CommitNotifier } from './commit-notifier.ts';
import type { Db, Tx } from './tables.ts';
import { retryOnStalePlan } from './pg-errors.ts';

/** Rolls back whatever `work` throws. */
export async function transact<T>(
  { db, wake }: { db: Db; wake: CommitNotifier },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let committed: Tx | undefined;
  const result = await retryOnStalePlan(() =>
    db.transaction().execute((tx) => {
      committed = tx;
      return work(tx);
    }),
  );
  if (committed) wake.committed(committed);
  return result;
}
