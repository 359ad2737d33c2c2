// The routes: one table of pages with path, search, loader, lazy component and permission.
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { isRequester, meQuery, queryClient } from './api/index.ts';
import { calendarRoute, changeRoute, changesRoute } from './changes/index.ts';
import { commands } from './commands.ts';
import {
  defaultSearch,
  queueRouteOptions,
  RailViews,
  recordRouteOptions,
} from './incidents/index.ts';
import { articleRouteOptions } from './knowledge/index.ts';
import { requestRoute, requestsRoute } from './requests/index.ts';
import { parseSearch, stringifySearch } from './search/index.ts';
import {
  ErrorPage,
  lazyRouteComponent,
  NotFoundPage,
  type RailPage,
  Shell,
} from './shell/index.ts';
import { ChangesIcon, HomeIcon, IncidentsIcon, RequestsIcon } from './ui/icons.ts';

/** The rail, from the top down. */
const pages: readonly RailPage[] = [
  {
    path: '/home',
    label: 'Home',
    icon: <HomeIcon />,
    permission: 'requests.create',
    command: 'go.home',
    isForRequester: true,
  },
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
  {
    path: '/requests',
    label: 'Requests',
    icon: <RequestsIcon />,
    permission: 'requests.read',
    command: 'go.requests',
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
  beforeLoad: async () => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (isRequester(me)) throw redirect({ to: '/home', replace: true });
    throw redirect({ to: '/incidents', search: defaultSearch, replace: true });
  },
});

// The home of requesters
const requesterHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/home',
  component: lazyRouteComponent(() => import('./home/home.page.tsx'), 'HomePage'),
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
const changeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/changes',
    ...changesRoute,
    component: lazyRouteComponent(() => import('./changes/list/changes.page.tsx'), 'ChangesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/changes/board',
    component: lazyRouteComponent(() => import('./changes/board/board.page.tsx'), 'BoardPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/changes/calendar',
    ...calendarRoute,
    component: lazyRouteComponent(
      () => import('./changes/calendar/calendar.page.tsx'),
      'CalendarPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/changes/new',
    component: lazyRouteComponent(
      () => import('./changes/create/change-create.page.tsx'),
      'ChangeCreatePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/changes/$id',
    ...changeRoute,
    component: lazyRouteComponent(() => import('./changes/record/change.page.tsx'), 'ChangePage'),
  }),
] as const;

// Requests
const requestRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests',
    ...requestsRoute,
    component: lazyRouteComponent(() => import('./requests/requests.page.tsx'), 'RequestsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests/new',
    component: lazyRouteComponent(
      () => import('./requests/request-create.page.tsx'),
      'RequestCreatePage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests/$id',
    ...requestRoute,
    component: lazyRouteComponent(() => import('./requests/request.page.tsx'), 'RequestPage'),
  }),
] as const;

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
    ...changeRoutes,
    ...requestRoutes,
    requesterHomeRoute,
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
