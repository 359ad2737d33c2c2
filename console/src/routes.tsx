// The routes: one table of pages with path, search, loader, lazy component and permission.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { meQuery, queryClient } from './api/index.ts';
import { changeList } from './changes/index.ts';
import { commands } from './commands.ts';
import {
  defaultSearch,
  queueRouteOptions,
  RailViews,
  recordRouteOptions,
} from './incidents/index.ts';
import { articleRouteOptions } from './knowledge/index.ts';
import { parseSearch, stringifySearch } from './search/index.ts';
import { ErrorPage, NotFoundPage, type RailPage, Shell } from './shell/index.ts';
import { ChangesIcon, IncidentsIcon } from './ui/icons.ts';

/** The rail, from the top down. */
const pages: readonly RailPage[] = [
  {
    path: '/incidents',
    label: 'Incidents',
    icon: <IncidentsIcon />,
    permission: 'incidents.read',
    command: 'go.incidents',
    below: <RailViews />,
  },
  {
    path: '/changes',
    label: 'Changes',
    icon: <ChangesIcon />,
    permission: 'changes.read',
    command: 'go.changes',
  },
];

const rootRoute = createRootRoute({
  loader: () => queryClient.ensureQueryData(meQuery),
  component: function Root() {
    const me = rootRoute.useLoaderData();
    return (
      <Shell me={me} pages={pages} commands={commands}>
        <Outlet />
      </Shell>
    );
  },
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/incidents', search: defaultSearch, replace: true });
  },
});

const queueRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/incidents',
  ...queueRouteOptions,
  component: lazyRouteComponent(() => import('./incidents/queue/queue.page.tsx'), 'QueuePage'),
});

const recordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/incidents/$id',
  ...recordRouteOptions,
  component: lazyRouteComponent(() => import('./incidents/record/record.page.tsx'), 'RecordPage'),
});

const createPageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/incidents/new',
  component: lazyRouteComponent(() => import('./incidents/create/create.page.tsx'), 'CreatePage'),
});

// Changes
const changesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/changes',
  ...changeList.route,
  component: lazyRouteComponent(() => import('./changes/list/changes.page.tsx'), 'ChangesPage'),
});

const articleRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/knowledge/$id',
  ...articleRouteOptions,
  component: lazyRouteComponent(() => import('./knowledge/article.page.tsx'), 'ArticlePage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    queueRoute,
    recordRoute,
    createPageRoute,
    changesRoute,
    articleRoute,
  ]),
  basepath: '/console',
  parseSearch,
  stringifySearch,
  defaultPreload: false,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: false,
});

/** After a navigation to another page the focus goes to its heading, which screen readers then read; in a form, to its
 * first field. */
router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
  if (!pathChanged || !fromLocation) return;
  const field = document.querySelector<HTMLElement>('[data-first-field] input');
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
