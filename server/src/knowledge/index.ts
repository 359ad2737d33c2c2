import type { Feature } from '../feature.ts';
import { articleEventData } from './articles.events.ts';
import { articles } from './articles.record.ts';
import { articleRoutes } from './articles.routes.ts';
import { indexArticle, knowledgeCommands } from './indexing.ts';
import { INDEX_TASK } from './passages/index-article.ts';
import { articleSource } from './search/article-source.ts';
import { checkSearch } from './search/check-search.ts';
export { loadArticles, type PastArticle } from './articles.past.ts';
export { textVersion } from './articles.published.sql.ts';
export { countCitation, startSavingUses } from './counts/uses.ts';
export { BACKGROUND_TIMEOUT_MS } from './embeddings/embedder.ts';
export { stopEmbedding } from './embeddings/process-embedder.ts';
export { modelId } from './embeddings/model.ts';
export { embedderOf } from './embeddings/process-embedder.ts';
export { embedQuestion } from './search/vectors.ts';
export { estimateTokens } from './passages/plain-text.ts';
export { findNearestPassages, findPassagesByWords } from './passages/passages.sql.ts';
export { createPacer } from './passages/index-article.ts';
export { type IndexState, readIndexState } from './passages/index-state.sql.ts';
export { articles } from './articles.record.ts';

export const knowledgeFeature: Feature = {
  routes: articleRoutes,
  records: [articles],
  events: articleEventData,
  tasks: { [INDEX_TASK]: indexArticle },
  commands: knowledgeCommands,
  healthChecks: { search: checkSearch },
  search: [articleSource],
};
