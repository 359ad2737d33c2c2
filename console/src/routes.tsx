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
import { overviewRouteOptions } from './overview/index.ts';
import { profileRouteOptions } from './profile/index.ts';
import { parseSearch, stringifySearch } from './search/index.ts';
import { ErrorPage, NotFoundPage, type RailPage, Shell } from './shell/index.ts';
import { ChangesIcon, IncidentsIcon, OverviewIcon, WebhooksIcon } from './ui/icons.ts';
import {
  deliveryList,
  deliveryRouteOptions,
  inboundCreateRouteOptions,
  inboundList,
  inboundRouteOptions,
  webhookList,
  webhookRouteOptions,
} from './webhooks/index.ts';

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
  {
    path: '/overview',
    label: 'Overview',
    icon: <OverviewIcon />,
    permission: 'incidents.stats',
    command: 'go.overview',
  },
  {
    path: '/webhooks',
    label: 'Webhooks',
    icon: <WebhooksIcon />,
    permission: 'webhooks.read',
    command: 'go.webhooks',
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

// Overview
const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/overview',
  ...overviewRouteOptions,
  component: lazyRouteComponent(() => import('./overview/overview.page.tsx'), 'OverviewPage'),
});

// Profile
const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  ...profileRouteOptions,
  component: lazyRouteComponent(() => import('./profile/profile.page.tsx'), 'ProfilePage'),
});

// Webhooks
const webhooksHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  beforeLoad: () => {
    throw redirect({ to: '/webhooks/outbound', replace: true });
  },
});
const webhookListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/outbound',
  ...webhookList.route,
  component: lazyRouteComponent(
    () => import('./webhooks/outbound/outbound.page.tsx'),
    'OutboundPage',
  ),
});

const webhookCreateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/outbound/new',
  component: lazyRouteComponent(
    () => import('./webhooks/outbound/create.page.tsx'),
    'WebhookCreatePage',
  ),
});

const webhookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/outbound/$id',
  ...webhookRouteOptions,
  component: lazyRouteComponent(
    () => import('./webhooks/outbound/webhook.page.tsx'),
    'WebhookPage',
  ),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/deliveries',
  ...deliveryList.route,
  component: lazyRouteComponent(
    () => import('./webhooks/deliveries/deliveries.page.tsx'),
    'DeliveriesPage',
  ),
});

const deliveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/deliveries/$id',
  ...deliveryRouteOptions,
  component: lazyRouteComponent(
    () => import('./webhooks/deliveries/delivery.page.tsx'),
    'DeliveryPage',
  ),
});

const inboundListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/inbound',
  ...inboundList.route,
  component: lazyRouteComponent(() => import('./webhooks/inbound/inbound.page.tsx'), 'InboundPage'),
});

const inboundCreateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/inbound/new',
  ...inboundCreateRouteOptions,
  component: lazyRouteComponent(
    () => import('./webhooks/inbound/create.page.tsx'),
    'InboundCreatePage',
  ),
});

const inboundRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/inbound/$id',
  ...inboundRouteOptions,
  component: lazyRouteComponent(
    () => import('./webhooks/inbound/record.page.tsx'),
    'InboundRecordPage',
  ),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    queueRoute,
    recordRoute,
    createPageRoute,
    changesRoute,
    articleRoute,
    overviewRoute,
    profileRoute,
    webhooksHomeRoute,
    webhookListRoute,
    webhookCreateRoute,
    webhookRoute,
    deliveriesRoute,
    deliveryRoute,
    inboundListRoute,
    inboundCreateRoute,
    inboundRoute,
  ]),
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
