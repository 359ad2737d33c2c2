// The relevance of a passage, from 0 to 1, combines the evidence of its meaning and of its words.
import { embedderOf } from '../../knowledge/index.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { findEvidence, type PassageEvidence, readPassages } from './passages.sql.ts';

export interface RetrievedPassage {
  article_id: string;
  version: number;
  title: string;
  position: number;
  heading_path: string[];
  text: string;
  relevance: number;
}

interface RelevanceWeights {
  /** The cosine has this share in the score of a passage, and the words have the rest. */
  meaning: number;
  /** The article's next two passages add to its score with this weight. */
  others: number;
  similarity: number;
  /** The weight is below 0, because the lead counts the words, too; together they raise the relevance. */
  coverage: number;
  /** Weighs the distance to the best other article: where several are equally near, none answers. */
  lead: number;
  bias: number;
}

/** The weights were chosen on one half of the evaluation set; `npm run bench -- ai-answers` measures the other half. */
const WEIGHTS: RelevanceWeights = {
  meaning: 0.65,
  others: 0.3,
  similarity: 7.8,
  coverage: -2.1,
  lead: 10.3,
  bias: -3.7,
};

/** Without embeddings, a passage must have nearly all words. */
const BY_WORDS = { coverage: 10, bias: -6 };

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

interface ScoredPassage {
  passage: PassageEvidence;
  score: number;
}

interface ScoredArticle {
  passages: ScoredPassage[];
  score: number;
}

function scoreArticles(
  evidence: readonly PassageEvidence[],
  { meaning, others }: RelevanceWeights,
): ScoredArticle[] {
  const scored = evidence.map((passage) => ({
    passage,
    score:
      passage.similarity === null
        ? passage.coverage
        : meaning * passage.similarity + (1 - meaning) * passage.coverage,
  }));
  return [...Map.groupBy(scored, ({ passage }) => passage.article_id).values()].map((some) => {
    const passages = some.toSorted((a, b) => b.score - a.score);
    const [first, ...rest] = passages.map(({ score }) => score);
    return { passages, score: (first ?? 0) + others * mean(rest.slice(0, 2)) };
  });
}

/** Estimates the probability that the article answers the question. */
function relevanceOf(
  { passages, score }: ScoredArticle,
  bestOther: number,
  weights: RelevanceWeights,
): number {
  const coverage = Math.max(...passages.map(({ passage }) => passage.coverage));
  const similarities = passages.flatMap(({ passage }) => passage.similarity ?? []);
  if (similarities.length === 0) return logistic(BY_WORDS.coverage * coverage + BY_WORDS.bias);
  return logistic(
    weights.similarity * Math.max(...similarities) +
      weights.coverage * coverage +
      weights.lead * (score - bestOther) +
      weights.bias,
  );
}

/** Returns the most relevant first. The best passage of an article has the relevance of the article. */
function rankPassages(
  evidence: readonly PassageEvidence[],
  weights: RelevanceWeights = WEIGHTS,
): RetrievedPassage[] {
  const articles = scoreArticles(evidence, weights).toSorted((a, b) => b.score - a.score);
  return articles
    .flatMap((article, index) => {
      const bestOther = articles[index === 0 ? 1 : 0]?.score ?? 0;
      const relevance = relevanceOf(article, bestOther, weights);
      const best = article.passages[0]?.score ?? 1;
      return article.passages.map(({ passage, score }) => {
        const { similarity: _, coverage: __, ...shown } = passage;
        return { ...shown, relevance: best > 0 ? relevance * Math.max(0, score / best) : 0 };
      });
    })
    .toSorted((a, b) => b.relevance - a.relevance);
}

/** Returns all candidates, the most relevant first. */
export async function retrievePassages(
  deps: Pick<Deps, 'db'>,
  question: string,
  embedding: Float32Array | undefined,
): Promise<RetrievedPassage[]> {
  const model = embedderOf(deps).modelId;
  return rankPassages(await findEvidence(deps.db, { q: question, embedding, model }));
}

/** Returns all passages of the article in their order. They belong together, so each has the relevance of the one found. */
export async function retrieveArticle(
  deps: Pick<Deps, 'db'>,
  { article_id, relevance }: RetrievedPassage,
): Promise<RetrievedPassage[]> {
  const passages = await readPassages(deps.db, article_id, embedderOf(deps).modelId);
  return passages.map((one) => ({ ...one, relevance }));
}
