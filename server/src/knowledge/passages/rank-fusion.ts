// Reciprocal rank fusion: joins ranked lists whose scores cannot be compared, such as a cosine and a text rank.

export interface RankedList<Key> {
  /** Best first. Only the first occurrence of a key counts. */
  keys: readonly Key[];
  weight: number;
}

/** From the paper of Cormack, Clarke and Büttcher: the larger it is, the less the first ranks stand out. */
const RANK_CONSTANT = 60;

/** Best first; keys with equal scores stay in the order in which the lists name them. */
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
