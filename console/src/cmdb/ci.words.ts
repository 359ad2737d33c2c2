// Relations are worded so that they can be read from either end.
import type { CiRelated } from '../api/index.ts';
import { fieldLabel as wordsOf } from '../words/index.ts';

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

export const fieldLabel = (field: string): string => labels[field] ?? wordsOf(field, 'ci');

export type RelationKey = `${CiRelated['type']} ${CiRelated['direction']}`;

/** Relations are shown in this order: what a CI needs, then what needs it. The verb stands between the names of two CIs. */
const relationWords: Readonly<Record<RelationKey, { heading: string; verb: string }>> = {
  'depends_on out': { heading: 'Depends on', verb: 'depends on' },
  'runs_on out': { heading: 'Runs on', verb: 'runs on' },
  'part_of out': { heading: 'Part of', verb: 'is part of' },
  'connects_to out': { heading: 'Connects to', verb: 'connects to' },
  'depends_on in': { heading: 'Needed by', verb: 'is needed by' },
  'runs_on in': { heading: 'Hosts', verb: 'hosts' },
  'part_of in': { heading: 'Consists of', verb: 'consists of' },
  'connects_to in': { heading: 'Connected from', verb: 'is connected from' },
};

const relationKeys = Object.keys(relationWords) as RelationKey[];

export const relationVerbs = Object.fromEntries(
  relationKeys.map((key) => [key, relationWords[key].verb]),
) as Readonly<Record<RelationKey, string>>;

export interface RelationGroup {
  key: RelationKey;
  heading: string;
  cis: CiRelated['ci'][];
}

/** Relations are grouped by their meaning for this CI; empty groups are left out. */
export const relationGroups = (related: readonly CiRelated[]): RelationGroup[] =>
  relationKeys.flatMap((key) => {
    const cis = related
      .filter(({ type, direction }) => `${type} ${direction}` === key)
      .map(({ ci }) => ci);
    return cis.length > 0 ? [{ key, heading: relationWords[key].heading, cis }] : [];
  });
