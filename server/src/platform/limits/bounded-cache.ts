// A cache keeps the most recently used entries, at most a given number.
import { LRUCache } from 'lru-cache';

/**
 * `maxSize` is the bound, and every entry has size one: with `max`, the library allocates all places at once, which takes
 * 20 ms for 50,000. Reading and writing take the same time.
 */
export const boundedCache = <Value extends {}>(maxEntries: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: maxEntries, sizeCalculation: () => 1 });
