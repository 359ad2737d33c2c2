// One transaction, after which those who wait for what it wrote are woken.
import type { Tx } from './db.ts';
import { withFreshPlans } from './refusals.ts';
import type { Deps } from './deps.ts';

/** Rolls back whatever `work` throws. */
export async function transact<T>(
  { db, wake }: Pick<Deps, 'db' | 'wake'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let committed: Tx | undefined;
  const result = await withFreshPlans(() =>
    db.transaction().execute((tx) => {
      committed = tx;
      return work(tx);
    }),
  );
  if (committed) wake.committed(committed);
  return result;
}
