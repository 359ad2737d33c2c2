import type { Feature } from '../feature.ts';
import { viewListsOf } from './views.lists.ts';
import { viewRoutes } from './views.routes.ts';

export const viewFeature: Feature = {
  // A saved view is validated by the schemas of its list.
  routes: (features) => {
    const lists = features.flatMap(({ routes = [] }) => (Array.isArray(routes) ? routes : []));
    return viewRoutes(viewListsOf(lists));
  },
};
