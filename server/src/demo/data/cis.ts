// Each CI of these tables is related to earlier ones only, so that they can be created in this order.
import type { Group } from './people.ts';

export const sites = [
  { key: 'harbour', name: 'Harbour Street' },
  { key: 'pine', name: 'Pine Hill' },
  { key: 'mill', name: 'Old Mill' },
  { key: 'warehouse', name: 'the north warehouse' },
] as const;

type Criticality = 'critical' | 'high' | 'medium' | 'low';

/** The servers of a cluster are named by its prefix and a number. */
export const clusters: readonly {
  name: string;
  prefix: string;
  servers: number;
  group: Group;
  environment: 'production' | 'test';
  criticality: Criticality;
  memoryGb: number;
}[] = [
  {
    name: 'web-cluster',
    prefix: 'web',
    servers: 12,
    group: 'Web Platform',
    environment: 'production',
    criticality: 'high',
    memoryGb: 32,
  },
  {
    name: 'app-cluster',
    prefix: 'app',
    servers: 12,
    group: 'Web Platform',
    environment: 'production',
    criticality: 'critical',
    memoryGb: 64,
  },
  {
    name: 'db-cluster',
    prefix: 'db',
    servers: 10,
    group: 'Database',
    environment: 'production',
    criticality: 'critical',
    memoryGb: 256,
  },
  {
    name: 'mail-cluster',
    prefix: 'mail',
    servers: 4,
    group: 'Service Desk',
    environment: 'production',
    criticality: 'medium',
    memoryGb: 32,
  },
  {
    name: 'identity-cluster',
    prefix: 'idp',
    servers: 4,
    group: 'Identity and Access',
    environment: 'production',
    criticality: 'critical',
    memoryGb: 32,
  },
  {
    name: 'test-cluster',
    prefix: 'test',
    servers: 6,
    group: 'Web Platform',
    environment: 'test',
    criticality: 'low',
    memoryGb: 16,
  },
];

/** The other servers are operational. */
export const serverStatuses: Readonly<
  Record<string, 'maintenance' | 'non_operational' | 'retired'>
> = {
  'web-12': 'maintenance',
  'test-05': 'non_operational',
  'test-06': 'retired',
};

/** All sites share these network devices. */
export const networkDevices: readonly [
  name: string,
  connectedTo: string | null,
  criticality: Criticality,
][] = [
  ['core-sw-01', null, 'critical'],
  ['core-sw-02', 'core-sw-01', 'critical'],
  ['fw-01', 'core-sw-01', 'critical'],
  ['vpn-gw-01', 'fw-01', 'high'],
  ['vpn-gw-02', 'fw-01', 'high'],
  ['wifi-controller', 'core-sw-02', 'high'],
];

/** Every site has a router, a switch that depends on it, and workplace devices that depend on the switch. */
export const siteDevices = {
  router: (site: string): string => `wan-${site}`,
  switch: (site: string): string => `access-sw-${site}`,
  workplace: ['printer-{site}-1', 'printer-{site}-2', 'meeting-room-{site}', 'badge-reader-{site}'],
};

export const databases: readonly [name: string, server: string, criticality: Criticality][] = [
  ['payments-db', 'db-01', 'critical'],
  ['orders-db', 'db-02', 'critical'],
  ['customers-db', 'db-03', 'critical'],
  ['catalogue-db', 'db-04', 'high'],
  ['invoices-db', 'db-05', 'high'],
  ['sessions-db', 'db-06', 'high'],
  ['reporting-db', 'db-07', 'medium'],
  ['warehouse-db', 'db-08', 'high'],
  ['identity-db', 'db-09', 'critical'],
  ['mail-db', 'db-10', 'medium'],
  ['test-orders-db', 'test-01', 'low'],
  ['test-payments-db', 'test-02', 'low'],
];

export const services: readonly [
  name: string,
  group: Group,
  criticality: Criticality,
  cluster: string,
  dependsOn: readonly string[],
][] = [
  ['payment-gateway', 'Web Platform', 'critical', 'app-cluster', ['payments-db']],
  ['identity-service', 'Identity and Access', 'critical', 'identity-cluster', ['identity-db']],
  ['single-sign-on', 'Identity and Access', 'critical', 'identity-cluster', ['identity-service']],
  ['catalogue', 'Web Platform', 'high', 'web-cluster', ['catalogue-db']],
  ['search', 'Web Platform', 'medium', 'web-cluster', ['catalogue']],
  ['orders', 'Web Platform', 'critical', 'app-cluster', ['orders-db', 'payment-gateway']],
  ['checkout', 'Web Platform', 'critical', 'web-cluster', ['orders', 'payment-gateway']],
  ['basket', 'Web Platform', 'high', 'web-cluster', ['sessions-db', 'catalogue']],
  ['refunds', 'Web Platform', 'high', 'app-cluster', ['payment-gateway', 'orders']],
  ['invoicing', 'Web Platform', 'high', 'app-cluster', ['invoices-db', 'payment-gateway']],
  ['web-shop', 'Web Platform', 'critical', 'web-cluster', ['checkout', 'basket', 'search']],
  ['shop-app', 'Web Platform', 'high', 'web-cluster', ['checkout', 'basket']],
  ['customer-portal', 'Web Platform', 'high', 'web-cluster', ['customers-db', 'sessions-db']],
  ['partner-gateway', 'Web Platform', 'high', 'app-cluster', ['orders']],
  ['warehouse-management', 'Web Platform', 'high', 'app-cluster', ['warehouse-db', 'orders']],
  ['delivery-tracking', 'Web Platform', 'medium', 'app-cluster', ['warehouse-management']],
  ['reporting', 'Database', 'medium', 'app-cluster', ['reporting-db']],
  ['accounting', 'Database', 'high', 'app-cluster', ['invoices-db', 'reporting-db']],
  ['mail-gateway', 'Service Desk', 'high', 'mail-cluster', ['mail-db']],
  ['calendar', 'Service Desk', 'medium', 'mail-cluster', ['mail-db', 'single-sign-on']],
  ['newsletter', 'Service Desk', 'low', 'mail-cluster', ['mail-gateway', 'customers-db']],
  ['intranet', 'Service Desk', 'medium', 'web-cluster', ['single-sign-on']],
  ['time-recording', 'Workplace', 'medium', 'app-cluster', ['single-sign-on']],
  ['test-shop', 'Web Platform', 'low', 'test-cluster', ['test-orders-db', 'test-payments-db']],
];
