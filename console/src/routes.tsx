// The routes: one table of pages with path, search, loader, lazy component and permission.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import {
  adminRouteOptions,
  auditList,
  clientList,
  groupList,
  settingsRouteOptions,
  userList,
} from './admin/index.ts';
import { meQuery, queryClient } from './api/index.ts';
import { calendarRoute, changeRoute, changesRoute } from './changes/index.ts';
import { ciList, ciRouteOptions } from './cmdb/index.ts';
import { commands } from './commands.ts';
import { defaultSearch, queueRouteOptions, recordRouteOptions } from './incidents/index.ts';
import { jobList, jobRouteOptions } from './jobs/index.ts';
import { articleList, articleRouteOptions, editArticleRouteOptions } from './knowledge/index.ts';
import { railPages } from './rail-pages.tsx';
import { parseSearch, stringifySearch } from './search/index.ts';
import { ErrorPage, NotFoundPage, Shell } from './shell/index.ts';

const rootRoute = createRootRoute({
  loader: () => queryClient.ensureQueryData(meQuery),
  component: function Root() {
    const me = rootRoute.useLoaderData();
    return (
      <Shell me={me} pages={railPages} commands={commands}>
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

// CMDB
const cmdbRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/cmdb',
    ...ciList.route,
    component: lazyRouteComponent(() => import('./cmdb/cis.page.tsx'), 'CisPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/cmdb/$id',
    ...ciRouteOptions,
    component: lazyRouteComponent(() => import('./cmdb/ci.page.tsx'), 'CiPage'),
  }),
] as const;

// Knowledge
const editorPage = lazyRouteComponent(
  () => import('./knowledge/editor.page.tsx'),
  'ArticleEditorPage',
);
const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/knowledge',
    ...articleList.route,
    component: lazyRouteComponent(() => import('./knowledge/articles.page.tsx'), 'ArticlesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/knowledge/new',
    component: editorPage,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/knowledge/$id',
    ...articleRouteOptions,
    component: lazyRouteComponent(() => import('./knowledge/article.page.tsx'), 'ArticlePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/knowledge/$id/edit',
    ...editArticleRouteOptions,
    component: editorPage,
  }),
] as const;

// Jobs
const jobRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/jobs',
    ...jobList.route,
    component: lazyRouteComponent(() => import('./jobs/jobs.page.tsx'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/jobs/$id',
    ...jobRouteOptions,
    component: lazyRouteComponent(() => import('./jobs/job.page.tsx'), 'JobPage'),
  }),
] as const;

// Administration
const adminRoutes = [
  createRoute({ getParentRoute: () => rootRoute, path: '/admin', ...adminRouteOptions }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/users',
    ...userList.route,
    component: lazyRouteComponent(() => import('./admin/users/users.page.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/clients',
    ...clientList.route,
    component: lazyRouteComponent(() => import('./admin/clients/clients.page.tsx'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/groups',
    ...groupList.route,
    component: lazyRouteComponent(() => import('./admin/groups/groups.page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/settings',
    ...settingsRouteOptions,
    component: lazyRouteComponent(
      () => import('./admin/settings/settings.page.tsx'),
      'SettingsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/audit',
    ...auditList.route,
    component: lazyRouteComponent(() => import('./admin/audit/audit.page.tsx'), 'AuditPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    queueRoute,
    recordRoute,
    createPageRoute,
    ...changeRoutes,
    ...cmdbRoutes,
    ...knowledgeRoutes,
    ...jobRoutes,
    ...adminRoutes,
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
