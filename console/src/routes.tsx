import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './search/index.ts';
import { ErrorPage, NotFoundPage } from './shell/index.ts';
import { recordRoutes } from './record-routes.tsx';
import { rootRoute } from './root-route.tsx';
import { serviceRoutes } from './service-routes.tsx';

export const router = createRouter({
  routeTree: rootRoute.addChildren([...recordRoutes, ...serviceRoutes]),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  // Lists and responses have caches of their own. A page that the router kept longer than its list was shown empty.
  defaultGcTime: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: false,
});

/** After a navigation to another page the focus goes to its heading, which screen readers then read; in a form, to its
 * first field. */
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (!pathChanged || !fromLocation) return;
  const field = document.querySelector<HTMLElement>('[data-first-field] :is(input, textarea)');
  (field ?? document.querySelector('h1'))?.focus({ preventScroll: true });
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The list that the record was opened from: previous and next follow its order. */
    list?: Record<string, string>;
  }
}
