// Reciprocal rank fusion joins ranked lists whose scores cannot be compared, such as a cosine and a text rank.

export interface RankedList<Key> {
  /** The best key comes first. Only the first occurrence of a key counts. */
  keys: readonly Key[];
  weight: number;
}

/** The value is that of the paper by Cormack, Clarke and Büttcher: the larger it is, the less the first ranks stand out. */
const RANK_CONSTANT = 60;

/** Returns the best key first; keys with equal scores stay in the order of the lists. */
export function fuseRanks<Key>(
  lists: readonly RankedList<Key>[],
  rankConstant = RANK_CONSTANT,
): { key: Key; score: number }[] {
  const scores = new Map<Key, number>();
  for (const { keys, weight } of lists) {
    for (const [rank, key] of [...new Set(keys)].entries())
      scores.set(key, (scores.get(key) ?? 0) + weight / (rankConstant + rank + 1));
  }
  return [...scores].map(([key, score]) => ({ key, score })).toSorted((a, b) => b.score - a.score);
}
