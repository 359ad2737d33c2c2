// Configuration items in words: fields, values, and relations as one reads them from either end.
import type { CiRelated } from '../api/index.ts';

export const statusLabels = {
  operational: 'Operational',
  degraded: 'Degraded',
  maintenance: 'Maintenance',
  non_operational: 'Down',
  retired: 'Retired',
} as const;

export const criticalityLabels = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
} as const;

const labels: Readonly<Record<string, string>> = {
  ip_address: 'IP address',
  fqdn: 'FQDN',
  support_group: 'Group',
  discovery_source: 'Discovered by',
  first_discovered_at: 'First discovered',
  last_discovered_at: 'Last discovered',
};

export const fieldLabel = (field: string): string =>
  labels[field] ?? field.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

type Relation = `${CiRelated['type']} ${CiRelated['direction']}`;

/** In the order in which they are shown: what it needs, then what needs it. */
const relationLabels: Readonly<Record<Relation, string>> = {
  'depends_on out': 'Depends on',
  'runs_on out': 'Runs on',
  'part_of out': 'Part of',
  'connects_to out': 'Connects to',
  'depends_on in': 'Needed by',
  'runs_on in': 'Hosts',
  'part_of in': 'Consists of',
  'connects_to in': 'Connected from',
};

export interface RelationGroup {
  label: string;
  cis: CiRelated['ci'][];
}

/** Relations by their meaning for this CI; those without any are left out. */
export const relationGroups = (related: readonly CiRelated[]): RelationGroup[] =>
  Object.entries(relationLabels).flatMap(([key, label]) => {
    const cis = related
      .filter(({ type, direction }) => `${type} ${direction}` === key)
      .map(({ ci }) => ci);
    return cis.length > 0 ? [{ label, cis }] : [];
  });
