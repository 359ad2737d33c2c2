// The CIs that depend on one, directly or through others: breadth first, so that each has its least distance.

/** The direct dependants of some CIs, sorted, and the number of relations that were read for them. */
export type FindDependants = (request: {
  of: readonly string[];
  limitEach: number;
  limit: number;
}) => Promise<{ ids: string[]; relations: number }>;

export const MAX_DEPENDANTS = 1000;

/**
 * Relations read per level. The first is enough for most levels; a dense part of the graph leads to the same CIs again
 * and again, and is read once more with the second.
 */
const RELATIONS_READ = [10_000, 100_000];

export interface Dependants {
  /** Distance by id, nearest first. */
  distances: ReadonlyMap<string, number>;
  isTruncated: boolean;
}

interface Level {
  ids: string[];
  isTruncated: boolean;
}

/** The dependants of one level that are not known yet, as many as may still be shown. */
async function nextLevel(
  find: FindDependants,
  of: readonly string[],
  known: ReadonlyMap<string, number>,
): Promise<Level> {
  const room = MAX_DEPENDANTS + 1 - known.size;
  // Enough that one more than the limit is new, however many of them are known.
  const limitEach = MAX_DEPENDANTS + 1 + known.size;
  let level: Level = { ids: [], isTruncated: false };
  for (const limit of RELATIONS_READ) {
    const { ids, relations } = await find({ of, limitEach, limit });
    const next = ids.filter((id) => !known.has(id));
    level = {
      ids: next.slice(0, room),
      isTruncated: next.length > room || relations === limit,
    };
    if (next.length > room || relations < limit) break;
  }
  return level;
}

export async function walkDependants(
  find: FindDependants,
  start: string,
  depth: number,
): Promise<Dependants> {
  const distances = new Map([[start, 0]]);
  let reached: string[] = [start];
  let isTruncated = false;
  for (let distance = 1; distance <= depth && reached.length > 0 && !isTruncated; distance += 1) {
    ({ ids: reached, isTruncated } = await nextLevel(find, reached, distances));
    for (const id of reached) distances.set(id, distance);
  }
  distances.delete(start);
  return { distances, isTruncated };
}
