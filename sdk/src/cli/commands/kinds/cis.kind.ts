import type { Ci, CiSummary } from '../../../index.ts';
import { paintValue } from '../../terminal/paint.ts';
import { withSpaces } from '../../terminal/text.ts';
import { localTime } from '../../terminal/time.ts';
import { anyOf, filter, timeFilter } from '../lists.ts';
import { at, idColumn, type RecordKind } from './record-kind.ts';

const statuses = ['operational', 'degraded', 'maintenance', 'non_operational', 'retired'] as const;

export const cis: RecordKind<CiSummary, Ci> = {
  group: 'cis',
  one: 'configuration item',
  many: 'configuration items',
  customType: 'ci',
  listOperation: 'listCis',
  getOperation: 'getCi',
  exampleId: 'CI120',
  filters: {
    search: filter('q', 'Words to search for', { value: 'words' }),
    class: anyOf('class', 'Class'),
    status: anyOf('status', 'Status', statuses),
    environment: anyOf('environment', 'Environment'),
    owner: anyOf('owner', 'E-mail address of the owner'),
    group: anyOf('support_group', 'Support group'),
    'updated-after': timeFilter('updated_after', 'Updated after'),
  },
  sort: ['created_at', 'updated_at'],
  pages: (client, query, options) => client.cis.list(query, options),
  get: (client, id, options) => client.cis.get(id, options),
  timeline: (client, id) => client.cis.listTimeline(id, { limit: 6 }),
  columns: [
    idColumn,
    { title: 'NAME', value: ({ name }) => name, minWidth: 16 },
    { title: 'CLASS', value: (row) => row.class, minWidth: 8 },
    { title: 'STATUS', value: ({ status }) => withSpaces(status), paint: paintValue },
    { title: 'ENVIRONMENT', value: ({ environment }) => environment, minWidth: 8, leaveOut: 2 },
    {
      title: 'CRITICALITY',
      value: ({ criticality }) => criticality,
      paint: paintValue,
      leaveOut: 3,
    },
    { title: 'OWNER', value: (row) => row.owner ?? row.support_group, minWidth: 12, leaveOut: 1 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [one.class, one.status],
    title: one.name,
    fields: [
      ['Environment', one.environment],
      ['Criticality', one.criticality],
      ['Owner', one.owner],
      ['Support group', one.support_group],
      ['Address', one.ip_address],
      ['Domain name', one.fqdn],
      ['Serial number', one.serial_number],
      ['Location', one.location],
      [
        'Discovered',
        one.last_discovered_at &&
          `${localTime(one.last_discovered_at)} by ${one.discovery_source ?? 'unknown'}`,
      ],
      [
        'Relations',
        one.relations.map(({ type, ci_id: id }) => `${withSpaces(type)} ${id}`).join(', '),
      ],
      ['Created', at(one.created_at)],
      ['Updated', at(one.updated_at)],
      ['Version', one.version],
      ...Object.entries(one.attributes).map(
        ([name, value]) =>
          [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
      ),
    ],
  }),
};
