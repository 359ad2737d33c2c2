export { viewListsOf } from './views.lists.ts';
export { viewRoutes } from './views.routes.ts';
