// The CIs that depend on one, directly or through others: breadth first, so that each has its least distance.

/** The direct dependants of some CIs that are not among `except`; the same id may occur more than once. */
export type FindDependants = (request: {
  of: readonly string[];
  except: readonly string[];
  limitEach: number;
  limit: number;
}) => Promise<string[]>;

export const MAX_DEPENDANTS = 1000;

/** Relations read per level. A dense part of the graph leads to the same CIs again and again. */
const MAX_RELATIONS_READ = 20_000;

export interface Dependants {
  /** Distance by id, nearest first. */
  distances: ReadonlyMap<string, number>;
  isTruncated: boolean;
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
    const found = await find({
      of: reached,
      except: [...distances.keys()],
      // Enough that at least one more than the limit is new, however many of them are known.
      limitEach: MAX_DEPENDANTS + 1 + distances.size,
      limit: MAX_RELATIONS_READ,
    });
    const next = [...new Set(found)].toSorted();
    const room = MAX_DEPENDANTS + 1 - distances.size;
    isTruncated = next.length > room || found.length === MAX_RELATIONS_READ;
    reached = next.slice(0, room);
    for (const id of reached) distances.set(id, distance);
  }
  distances.delete(start);
  return { distances, isTruncated };
}
