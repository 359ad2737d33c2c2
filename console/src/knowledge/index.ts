export { articleRouteOptions } from './article.route.ts';
