// A question without an answer gets the articles that come nearest, which its caller may read and judge.
import { may } from '../../identity/index.ts';
import type { Actor } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import { MAX_RELATED } from '../ai.schema.ts';
import type { RetrievedPassage } from './passages.ts';

/** A less relevant article has nothing to do with the question: in the demonstration, one about the moons of Jupiter has 0.08 at most. */
const MIN_RELEVANCE = 0.1;

/** Expects the most relevant passage first, and returns the best passage of each article. */
export function relatedPassages(
  actor: Actor,
  ranked: readonly RetrievedPassage[],
): RetrievedPassage[] {
  if (!reachOf(may('articles.read'), actor)) return [];
  const best = new Map<string, RetrievedPassage>();
  for (const one of ranked)
    if (one.relevance >= MIN_RELEVANCE && !best.has(one.article_id)) best.set(one.article_id, one);
  return [...best.values()].slice(0, MAX_RELATED);
}
