// Every page of records has a path, a search, a loader and a lazy component.
import { createRoute, redirect } from '@tanstack/react-router';
import { isRequester, meQuery, queryClient } from './api/index.ts';
import { calendarRoute, changeRoute, changesRoute } from './changes/index.ts';
import { ciList, ciRouteOptions } from './cmdb/index.ts';
import { incidentRoute, incidentsRoute, readDefaultSearch } from './incidents/index.ts';
import { articleList, articleRouteOptions, editArticleRouteOptions } from './knowledge/index.ts';
import { requestRoute, requestsRoute } from './requests/index.ts';
import { forAgents, lazyRouteComponent, pageByRole } from './shell/index.ts';
import { rootRoute } from './root-route.tsx';
import { taskRoute, workRoute } from './work/index.ts';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: async () => {
    const me = await queryClient.ensureQueryData(meQuery);
    if (isRequester(me)) throw redirect({ to: '/home', replace: true });
    throw redirect({ to: '/incidents', search: await readDefaultSearch(), replace: true });
  },
});

const requesterHomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/home',
  component: lazyRouteComponent(() => import('./portal/home/home.page.tsx'), 'HomePage'),
});

const catalogRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/catalog',
    component: lazyRouteComponent(() => import('./portal/catalog/catalog.page.tsx'), 'CatalogPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/catalog/$id',
    component: lazyRouteComponent(() => import('./portal/catalog/order.page.tsx'), 'OrderPage'),
  }),
] as const;

const incidentRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/incidents',
    ...incidentsRoute,
    beforeLoad: forAgents(incidentsRoute.beforeLoad),
    loader: forAgents(incidentsRoute.loader),
    component: pageByRole(
      lazyRouteComponent(() => import('./incidents/list/incidents.page.tsx'), 'IncidentsPage'),
      lazyRouteComponent(() => import('./portal/lists/reports.page.tsx'), 'ReportsPage'),
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/incidents/new',
    component: pageByRole(
      lazyRouteComponent(() => import('./incidents/create/create.page.tsx'), 'CreatePage'),
      lazyRouteComponent(() => import('./portal/report/report.page.tsx'), 'ReportPage'),
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/incidents/$id',
    ...incidentRoute,
    loader: forAgents(incidentRoute.loader),
    component: pageByRole(
      lazyRouteComponent(() => import('./incidents/record/incident.page.tsx'), 'IncidentPage'),
      lazyRouteComponent(() => import('./portal/record/own-report.page.tsx'), 'OwnReportPage'),
    ),
  }),
] as const;

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

const requestRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests',
    ...requestsRoute,
    loader: forAgents(requestsRoute.loader),
    component: pageByRole(
      lazyRouteComponent(() => import('./requests/requests.page.tsx'), 'RequestsPage'),
      lazyRouteComponent(() => import('./portal/lists/requests.page.tsx'), 'OwnRequestsPage'),
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests/new',
    component: pageByRole(
      lazyRouteComponent(() => import('./requests/request-create.page.tsx'), 'RequestCreatePage'),
      lazyRouteComponent(() => import('./portal/report/ask-for.page.tsx'), 'AskForPage'),
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/requests/$id',
    ...requestRoute,
    loader: forAgents(requestRoute.loader),
    component: pageByRole(
      lazyRouteComponent(() => import('./requests/request.page.tsx'), 'RequestPage'),
      lazyRouteComponent(() => import('./portal/record/own-request.page.tsx'), 'OwnRequestPage'),
    ),
  }),
] as const;

const workRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/work',
    ...workRoute,
    component: lazyRouteComponent(() => import('./work/work.page.tsx'), 'WorkPage'),
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/tasks/$id', ...taskRoute }),
] as const;

const cmdbRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/cmdb',
    ...ciList.route,
    component: lazyRouteComponent(() => import('./cmdb/cis.page.tsx'), 'CisPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/cmdb/new',
    component: lazyRouteComponent(() => import('./cmdb/ci-create.page.tsx'), 'CiCreatePage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/cmdb/$id',
    ...ciRouteOptions,
    component: lazyRouteComponent(() => import('./cmdb/ci.page.tsx'), 'CiPage'),
  }),
] as const;

const editorPage = lazyRouteComponent(
  () => import('./knowledge/editor.page.tsx'),
  'ArticleEditorPage',
);
const knowledgeRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/knowledge',
    ...articleList.route,
    loader: forAgents(articleList.route.loader),
    component: pageByRole(
      lazyRouteComponent(() => import('./knowledge/articles.page.tsx'), 'ArticlesPage'),
      lazyRouteComponent(() => import('./knowledge/help/help.page.tsx'), 'HelpPage'),
    ),
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
    component: pageByRole(
      lazyRouteComponent(() => import('./knowledge/article.page.tsx'), 'ArticlePage'),
      lazyRouteComponent(() => import('./knowledge/help/help-article.page.tsx'), 'HelpArticlePage'),
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/knowledge/$id/edit',
    ...editArticleRouteOptions,
    component: editorPage,
  }),
] as const;

export const recordRoutes = [
  homeRoute,
  requesterHomeRoute,
  ...catalogRoutes,
  ...incidentRoutes,
  ...changeRoutes,
  ...requestRoutes,
  ...workRoutes,
  ...cmdbRoutes,
  ...knowledgeRoutes,
] as const;
