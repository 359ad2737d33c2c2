// Finds the CIs that depend on one, directly or through others. The search is breadth-first, so that each has its least
// distance.

/** Returns the direct dependants of some CIs, sorted, with one that each depends on, and the number of relations read. */
export type FindDependants = (request: {
  of: readonly string[];
  limitEach: number;
  limit: number;
}) => Promise<{ ids: string[]; through: string[]; relations: number }>;

export const MAX_DEPENDANTS = 1000;

/**
 * Limits the relations read per level. The first limit is enough for most levels; a dense part of the graph leads to the
 * same CIs again and again, and is read once more with the second.
 */
const RELATIONS_READ = [10_000, 100_000];

interface Dependant {
  distance: number;
  /** The dependant is affected through this CI, which is one step nearer. */
  through: string;
}

export interface Dependants {
  /** Keys are ids, nearest first. */
  reached: ReadonlyMap<string, Dependant>;
  isTruncated: boolean;
}

interface Level {
  found: { id: string; through: string }[];
  isTruncated: boolean;
}

/** Returns the dependants of one level that are not known yet, as many as may still be shown. */
async function nextLevel(
  find: FindDependants,
  of: readonly string[],
  known: ReadonlyMap<string, Dependant>,
): Promise<Level> {
  const room = MAX_DEPENDANTS + 1 - known.size;
  // The limit leaves room for one more new dependant than can be shown, however many are known.
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
  const reached = new Map<string, Dependant>([[start, { distance: 0, through: '' }]]);
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
