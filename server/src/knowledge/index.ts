export { loadArticles, type PastArticle } from './articles.past.ts';
export { articleRoutes } from './articles.routes.ts';
export { startSavingViews } from './counts/views.ts';
export { stopEmbedding } from './embeddings/process-embedder.ts';
export { INDEX_JOB } from './passages/index-article.ts';
export { indexArticle, knowledgeCommands, knowledgeUsage } from './indexing.ts';
