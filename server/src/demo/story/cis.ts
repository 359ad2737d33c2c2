// Devices are discovered by scans; their owners enter the other CIs.
import type { CiCreate, CiUpdate } from '../../cmdb/index.ts';
import {
  clusters,
  databases,
  networkDevices,
  serverStatuses,
  services,
  siteDevices,
  sites,
} from '../data/cis.ts';
import { History, MINUTE, ref, type Step } from './history.ts';
import { addressOf, discovery, type Group, leadOf, requester, requesters } from '../data/people.ts';

export interface CiInputs {
  create: CiCreate;
  discover: CiCreate;
  update: CiUpdate;
}

type Relations = NonNullable<CiCreate['relations']>;

const to = (type: Relations[number]['type'], ...names: readonly string[]): Relations =>
  names.map((name) => ({ type, ci_id: ref(name) }));

const supportFields = (group: Group) => ({ owner: addressOf(leadOf(group)), support_group: group });

/** These networks are reserved for documentation. */
const addressIn = (network: '192.0.2' | '198.51.100' | '203.0.113', n: number): string =>
  `${network}.${n + 10}`;
const serialOf = (prefix: string, n: number): string => `${prefix}-${String(70_411 + n * 137)}`;
const fqdnOf = (name: string): string => `${name}.example.com`;
const DATA_CENTRE = 'Data centre A';

const device = (
  className: 'network' | 'workplace',
  group: Group,
  n: number,
  fields: Pick<CiCreate, 'name' | 'criticality' | 'location' | 'relations' | 'owner'>,
): CiCreate => ({
  class: className,
  environment: 'production',
  ...supportFields(group),
  ip_address: addressIn(className === 'network' ? '192.0.2' : '203.0.113', n),
  fqdn: fqdnOf(fields.name),
  serial_number: serialOf(className === 'network' ? 'NW' : 'WP', n),
  ...fields,
});

const sharedNetwork = networkDevices.map(([name, connectedTo, criticality], n) =>
  device('network', 'Network', n, {
    name,
    criticality,
    location: DATA_CENTRE,
    relations: connectedTo === null ? [] : to('connects_to', connectedTo),
  }),
);

const siteNetwork = sites.flatMap(({ key, name: location }, n) => [
  device('network', 'Network', 20 + n, {
    name: siteDevices.router(key),
    criticality: 'high',
    location,
    relations: to('connects_to', 'core-sw-01'),
  }),
  device('network', 'Network', 30 + n, {
    name: siteDevices.switch(key),
    criticality: 'medium',
    location,
    relations: to('depends_on', siteDevices.router(key)),
  }),
]);

/** People of a site own its printers and rooms. */
const ownerAt = (n: number): string =>
  addressOf(requester(requesters[n % requesters.length] ?? ''));

const workplace = sites.flatMap(({ key, name: location }, site) =>
  siteDevices.workplace.map((name, n) =>
    device('workplace', 'Workplace', site * siteDevices.workplace.length + n, {
      name: name.replace('{site}', key),
      criticality: 'low',
      location,
      owner: ownerAt(site + n),
      relations: to('depends_on', siteDevices.switch(key)),
    }),
  ),
);

const clusterCis = clusters.map(({ name, group, environment, criticality }): CiCreate => ({
  class: 'cluster',
  name,
  environment,
  criticality,
  ...supportFields(group),
  fqdn: fqdnOf(name),
  location: DATA_CENTRE,
}));

const servers = clusters
  .flatMap(({ name: cluster, prefix, servers: count, ...rest }) =>
    Array.from({ length: count }, (_, n) => ({
      name: `${prefix}-${String(n + 1).padStart(2, '0')}`,
      cluster,
      ...rest,
    })),
  )
  .map(({ name, cluster, group, environment, criticality, memoryGb }, n): CiCreate => ({
    class: 'server',
    name,
    status: serverStatuses[name] ?? 'operational',
    environment,
    criticality,
    ...supportFields(group),
    ip_address: addressIn('198.51.100', n),
    fqdn: fqdnOf(name),
    serial_number: serialOf('SV', n),
    location: `${DATA_CENTRE}, rack ${Math.floor(n / 12) + 1}`,
    attributes: { os: 'Debian 13', memory_gb: memoryGb },
    relations: [
      ...to('part_of', cluster),
      ...to('connects_to', n % 2 === 0 ? 'core-sw-01' : 'core-sw-02'),
    ],
  }));

const environmentOf = (name: string): string => (name.startsWith('test-') ? 'test' : 'production');

const databaseCis = databases.map(([name, server, criticality]): CiCreate => ({
  class: 'database',
  name,
  environment: environmentOf(name),
  criticality,
  ...supportFields('Database'),
  fqdn: fqdnOf(name),
  attributes: { engine: 'PostgreSQL', version: '17' },
  relations: to('runs_on', server),
}));

const serviceCis = services.map(([name, group, criticality, cluster, dependsOn]): CiCreate => ({
  class: 'service',
  name,
  environment: environmentOf(name),
  criticality,
  ...supportFields(group),
  fqdn: fqdnOf(name),
  relations: [...to('runs_on', cluster), ...to('depends_on', ...dependsOn)],
}));

const discovered = [sharedNetwork, siteNetwork, workplace];
const entered = [clusterCis, servers, databaseCis, serviceCis];

/** Creates one CI a minute from `start` on; its key is its name. */
export function planCis(start: number, now: number): Step[] {
  const scans = discovered.flat().map((input) => ({ action: 'discover' as const, input }));
  const entries = entered.flat().map((input) => ({ action: 'create' as const, input }));
  return [...scans, ...entries].flatMap(({ action, input }, n) => {
    const by = action === 'discover' ? discovery : leadOf(input.support_group as Group);
    return new History<CiInputs>('ci', input.name, now).at(start + n * MINUTE, by, action, input)
      .steps;
  });
}
