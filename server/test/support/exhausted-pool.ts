// Occupies the connections of an instance's pool, as other requests would, until they are released.
import type { Instance } from './harness.ts';

/** Resolves when `count` connections are taken. No transaction is open, because PostgreSQL would end it after a while. */
export async function exhaustPool(
  { deps }: Instance,
  count: number,
): Promise<{ release: () => Promise<void> }> {
  const released = Promise.withResolvers<void>();
  const held = Array.from({ length: count }, () => {
    const taken = Promise.withResolvers<void>();
    let isTaken = false;
    // On a slow machine, connecting may take longer than a request may wait.
    const take = (): Promise<void> =>
      deps.db
        .connection()
        .execute(() => {
          isTaken = true;
          taken.resolve();
          return released.promise;
        })
        .catch((error: unknown) => {
          if (isTaken) throw error;
          return take();
        });
    return { isTaken: taken.promise, over: take() };
  });
  await Promise.all(held.map(({ isTaken }) => isTaken));
  return {
    release: async () => {
      released.resolve();
      await Promise.all(held.map(({ over }) => over));
    },
  };
}
