// The results of the searches by words and by vectors are fused into one order with scores from 0 to 1.
import { fuseRanks } from '../passages/rank-fusion.ts';

/** Both lists have ids of articles, the best match first. */
export interface WordMatches {
  /** These articles have every word of the query as it is written. */
  exact: readonly string[];
  /** These articles have similar words, or some of the words. */
  others: readonly string[];
}

export interface Weights {
  rankConstant: number;
  /** The order by vectors has this weight; the order by words has 1. */
  vectors: number;
}

/** The weights were chosen on one half of the evaluation set; `npm run bench -- ai` measures the other half. */
export const WEIGHTS: Weights = { rankConstant: 3, vectors: 3 };

interface Ranked {
  id: string;
  score: number;
}

/**
 * Returns the best match first. Articles with every word of the query come before all others, with scores above 0.5, so
 * that an id, an error code or a name finds the article that has it. `nearest` is undefined while there are no embeddings.
 */
export function rankArticles(
  { exact, others }: WordMatches,
  nearest: readonly string[] | undefined,
  { rankConstant, vectors }: Weights = WEIGHTS,
): Ranked[] {
  const lists = [
    { keys: [...exact, ...others], weight: 1 },
    ...(nearest ? [{ keys: nearest, weight: vectors }] : []),
  ];
  const best = lists.reduce((sum, { weight }) => sum + weight, 0) / (rankConstant + 1);
  const isExact = new Set(exact);
  return fuseRanks(lists, rankConstant)
    .map(({ key: id, score }) => ({
      id,
      score: (isExact.has(id) ? 0.5 : 0) + score / best / 2,
    }))
    .toSorted((a, b) => b.score - a.score);
}
