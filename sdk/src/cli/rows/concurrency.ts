// Runs a function for every item, some at a time, and reads no further ahead than that.

export async function forEachOf<T>(
  items: AsyncIterable<T> | Iterable<T>,
  concurrency: number,
  run: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (failures.length > 0 || signal?.aborted) break;
    const one: Promise<void> = run(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= concurrency) await Promise.race(running);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  signal?.throwIfAborted();
}

/** Yields batches of at most `size`. */
export async function* batches<T>(
  items: AsyncIterable<T>,
  size: number,
): AsyncGenerator<T[], void, undefined> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
