// The CIs that depend on one, directly or through others: breadth first, so that each has its least distance.

/** The direct dependants of some CIs, sorted, with one that each depends on, and the number of relations that were read. */
export type FindDependants = (request: {
  of: readonly string[];
  limitEach: number;
  limit: number;
}) => Promise<{ ids: string[]; through: string[]; relations: number }>;

export const MAX_DEPENDANTS = 1000;

/**
 * Relations read per level. The first is enough for most levels; a dense part of the graph leads to the same CIs again
 * and again, and is read once more with the second.
 */
const RELATIONS_READ = [10_000, 100_000];

interface Reached {
  distance: number;
  /** The CI, one step nearer, through which it is affected. */
  through: string;
}

export interface Dependants {
  /** By id, nearest first. */
  reached: ReadonlyMap<string, Reached>;
  isTruncated: boolean;
}

interface Level {
  found: { id: string; through: string }[];
  isTruncated: boolean;
}

/** The dependants of one level that are not known yet, as many as may still be shown. */
async function nextLevel(
  find: FindDependants,
  of: readonly string[],
  known: ReadonlyMap<string, Reached>,
): Promise<Level> {
  const room = MAX_DEPENDANTS + 1 - known.size;
  // Enough that one more than the limit is new, however many of them are known.
  const limitEach = MAX_DEPENDANTS + 1 + known.size;
  let level: Level = { found: [], isTruncated: false };
  for (const limit of RELATIONS_READ) {
    const { ids, through, relations } = await find({ of, limitEach, limit });
    const next = ids
      .map((id, index) => ({ id, through: through[index] ?? '' }))
      .filter(({ id }) => !known.has(id));
    level = {
      found: next.slice(0, room),
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
  const reached = new Map<string, Reached>([[start, { distance: 0, through: '' }]]);
  let level: Level = { found: [{ id: start, through: '' }], isTruncated: false };
  for (let distance = 1; distance <= depth; distance += 1) {
    if (level.found.length === 0 || level.isTruncated) break;
    level = await nextLevel(
      find,
      level.found.map(({ id }) => id),
      reached,
    );
    for (const { id, through } of level.found) reached.set(id, { distance, through });
  }
  reached.delete(start);
  return { reached, isTruncated: level.isTruncated };
}
