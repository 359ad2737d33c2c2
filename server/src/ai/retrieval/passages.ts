// Passages for a question, each with its relevance from 0 to 1: the evidence of meaning and of words together.
import { embedderOf } from '../../knowledge/index.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { findEvidence, type PassageEvidence } from './passages.sql.ts';

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
  similarity: number;
  coverage: number;
  bias: number;
  /** Without embeddings: a passage must then have nearly all words. */
  coverageAlone: number;
  biasAlone: number;
}

/** Chosen on one half of the questions of the evaluation set; `npm run bench -- ai` has the figures of the other half. */
const WEIGHTS: RelevanceWeights = {
  similarity: 11,
  coverage: 5,
  bias: -7.5,
  coverageAlone: 10,
  biasAlone: -6,
};

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** The estimated probability that the passage answers the question. */
const relevanceOf = (
  { similarity, coverage }: Pick<PassageEvidence, 'similarity' | 'coverage'>,
  weights: RelevanceWeights = WEIGHTS,
): number =>
  similarity === null
    ? logistic(weights.coverageAlone * coverage + weights.biasAlone)
    : logistic(weights.similarity * similarity + weights.coverage * coverage + weights.bias);

/** The most relevant first. */
export async function retrievePassages(
  deps: Pick<Deps, 'db' | 'unprepared'>,
  question: string,
  embedding: Float32Array | undefined,
  limit: number,
): Promise<RetrievedPassage[]> {
  const model = embedderOf(deps).modelId;
  const evidence = await findEvidence(deps.unprepared, { q: question, embedding, model });
  return evidence
    .map(({ similarity, coverage, ...passage }) => ({
      ...passage,
      relevance: relevanceOf({ similarity, coverage }),
    }))
    .toSorted((a, b) => b.relevance - a.relevance)
    .slice(0, limit);
}
