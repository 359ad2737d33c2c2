export { articleList } from './articles.list.ts';
export { articleRouteOptions, editArticleRouteOptions } from './article.route.ts';
