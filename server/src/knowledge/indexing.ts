// Passages are updated in the transaction of an update, by the task after it, and by `admin reindex`.
import type { Commands } from '../feature.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { publishedArticles } from './articles.published.sql.ts';
import { embedderOf, stopEmbedding } from './embeddings/process-embedder.ts';
import { ArticleIndexer } from './passages/index-article.ts';

/** All callers of an embedder share one indexer, because it bounds the time that the model runs for indexing. */
const indexers = new WeakMap<object, ArticleIndexer>();

function indexerOf(deps: Deps): ArticleIndexer {
  const embedder = embedderOf(deps);
  const indexer = indexers.get(embedder) ?? new ArticleIndexer(publishedArticles, embedder);
  indexers.set(embedder, indexer);
  return indexer;
}

export const indexArticle = (deps: Deps, id: string): Promise<void> =>
  indexerOf(deps).indexArticle(deps, id);

export const knowledgeCommands: Commands = {
  reindex: {
    usage: `
  admin reindex         embed the passages of published articles that have none of the current model, then drop
                        those of other models; can run while the service runs, and can be interrupted and repeated`,
    run: (deps) =>
      indexerOf(deps)
        .reindex(deps)
        .finally(() => stopEmbedding(deps)),
  },
};
