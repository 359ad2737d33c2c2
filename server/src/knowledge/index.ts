export { articleRoutes } from './articles.routes.ts';
export { startSavingViews } from './counts/views.ts';
