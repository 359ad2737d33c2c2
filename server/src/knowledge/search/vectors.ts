// Search by meaning finds the articles with the passages nearest to the query.
import { countDegradedSearch, observeQuestion } from '../../platform/runtime/metrics.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { type Embedder, EmbeddingError } from '../embeddings/embedder.ts';
import { findNearestPassages } from '../passages/passages.sql.ts';
import { type ArticleCondition, inPublished } from './search.sql.ts';

/** The first search of a process waits for the model to load, which takes about a second. */
const QUESTION_TIMEOUT_MS = 2000;
const MAX_PASSAGES = 50;
/** A passage with a lower cosine is ignored. The right articles of the questions on which the weights were chosen have at least 0.28. */
const MIN_SIMILARITY = 0.2;

/** Returns undefined while there are no embeddings. */
export async function embedQuestion(
  embedder: Pick<Embedder, 'embed'>,
  q: string,
  timeoutMs = QUESTION_TIMEOUT_MS,
): Promise<Float32Array | undefined> {
  const start = performance.now();
  try {
    const embedding = await embedder.embed(q, timeoutMs);
    observeQuestion(performance.now() - start);
    return embedding;
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    countDegradedSearch(error.failure);
    return undefined;
  }
}

/** Returns the ids of published articles, the nearest first. */
export async function findByVector(
  db: Db,
  embedding: Float32Array,
  where: ArticleCondition,
  model: string,
): Promise<string[]> {
  const passages = await findNearestPassages(db, {
    embedding,
    model,
    limit: MAX_PASSAGES,
    where: inPublished(where),
  });
  const near = passages.filter(({ similarity }) => similarity >= MIN_SIMILARITY);
  return [...new Set(near.map(({ article_id }) => article_id))];
}
