// The pages of the service itself are loaded lazily: overview, webhooks, jobs, administration and profile.
import { createRoute, redirect } from '@tanstack/react-router';
import {
  adminRouteOptions,
  auditList,
  calendarList,
  catalogItemList,
  macroList,
  mailboxList,
  mailList,
  clientList,
  connectorList,
  fieldsRouteOptions,
  groupList,
  identityProviderList,
  policiesRouteOptions,
  rulesRouteOptions,
  settingsRouteOptions,
  userList,
} from './admin/index.ts';
import { jobList, jobRouteOptions } from './jobs/index.ts';
import { overviewRouteOptions } from './overview/index.ts';
import { profileRouteOptions } from './profile/index.ts';
import { lazyRouteComponent } from './shell/index.ts';
import {
  deliveryList,
  deliveryRouteOptions,
  inboundCreateRouteOptions,
  inboundList,
  inboundRouteOptions,
  webhookList,
  webhookRouteOptions,
} from './webhooks/index.ts';
import { rootRoute } from './root-route.tsx';

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
    path: '/open-work/$id',
    component: lazyRouteComponent(() => import('./admin/work/work.page.tsx'), 'OpenWorkPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/identity-providers',
    ...identityProviderList.route,
    component: lazyRouteComponent(
      () => import('./admin/identity-providers/identity-providers.page.tsx'),
      'IdentityProvidersPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/scim',
    ...connectorList.route,
    component: lazyRouteComponent(
      () => import('./admin/scim/connectors.page.tsx'),
      'ConnectorsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/fields',
    ...fieldsRouteOptions,
    component: lazyRouteComponent(() => import('./admin/fields/fields.page.tsx'), 'FieldsPage'),
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
    path: '/admin/catalog',
    ...catalogItemList.route,
    component: lazyRouteComponent(
      () => import('./admin/catalog/items.page.tsx'),
      'CatalogItemsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/catalog/$id',
    component: lazyRouteComponent(() => import('./admin/catalog/item.page.tsx'), 'CatalogItemPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/calendars',
    ...calendarList.route,
    component: lazyRouteComponent(
      () => import('./admin/calendars/calendars.page.tsx'),
      'CalendarsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/sla-policies',
    ...policiesRouteOptions,
    component: lazyRouteComponent(
      () => import('./admin/sla-policies/policies.page.tsx'),
      'PoliciesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/rules',
    ...rulesRouteOptions,
    component: lazyRouteComponent(() => import('./admin/rules/rules.page.tsx'), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/macros',
    ...macroList.route,
    component: lazyRouteComponent(() => import('./admin/macros/macros.page.tsx'), 'MacrosPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/mailboxes',
    ...mailboxList.route,
    component: lazyRouteComponent(
      () => import('./admin/mailboxes/mailboxes.page.tsx'),
      'MailboxesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/mail',
    ...mailList.route,
    component: lazyRouteComponent(() => import('./admin/mail/mail.page.tsx'), 'MailPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/admin/audit',
    ...auditList.route,
    component: lazyRouteComponent(() => import('./admin/audit/audit.page.tsx'), 'AuditPage'),
  }),
] as const;

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/overview',
  ...overviewRouteOptions,
  component: lazyRouteComponent(() => import('./overview/overview.page.tsx'), 'OverviewPage'),
});

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  ...profileRouteOptions,
  component: lazyRouteComponent(() => import('./profile/profile.page.tsx'), 'ProfilePage'),
});

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

export const serviceRoutes = [
  ...jobRoutes,
  ...adminRoutes,
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
] as const;
