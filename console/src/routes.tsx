import { createRouter } from '@tanstack/react-router';
import { isWritingInOverlay } from './keys/index.ts';
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

let hasLeft = false;
/** A page may be left again before it was rendered; the focus is then on the link that was pressed. */
router.subscribe('onBeforeLoad', ({ pathChanged }) => {
  hasLeft ||= pathChanged;
});

/** After a navigation to another page the focus goes to its heading, which screen readers then read; in a form, to its
 * first field. Somebody may have opened the search box before the page arrived, and keeps writing in it. */
router.subscribe('onRendered', ({ fromLocation }) => {
  const isOther = hasLeft;
  hasLeft = false;
  if (!isOther || !fromLocation || isWritingInOverlay()) return;
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
