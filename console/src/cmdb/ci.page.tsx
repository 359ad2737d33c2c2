// A configuration item: its relations and attributes, its impact, and its history.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Ci, ciQuery } from '../api/index.ts';
import { PersonCell } from '../lists/index.ts';
import { Instant } from '../ui/instant.tsx';
import { Level, State } from '../ui/marks.tsx';
import { Facts, RecordFrame } from '../ui/record/record-frame.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CiHistory } from './ci-history.tsx';
import styles from './ci.module.css';
import type { CiSearch } from './ci.route.ts';
import { criticalityLabels, fieldLabel } from './ci.words.ts';
import { ImpactPart } from './impact.tsx';
import { Relations } from './relations.tsx';

const route = getRouteApi('/cmdb/$id');

const Attributes = ({ attributes }: Pick<Ci, 'attributes'>) => (
  <table className={styles.attributes}>
    <tbody>
      {Object.entries(attributes).map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Overview = ({ ci }: { ci: Ci }) => (
  <div className={styles.overview}>
    <section className={styles.part} aria-label="Relations">
      <h2>Relations</h2>
      <Relations related={ci.related} />
    </section>
    {Object.keys(ci.attributes).length > 0 && (
      <section className={styles.part} aria-label="Attributes">
        <h2>Attributes</h2>
        <Attributes attributes={ci.attributes} />
      </section>
    )}
  </div>
);

const instant = (at: string | null): ReactNode => (at === null ? null : <Instant at={at} />);

const factsOf = (ci: Ci): [label: string, value: ReactNode][] => [
  ['Class', ci.class],
  ['Environment', ci.environment],
  ['Owner', ci.owner === null ? null : <PersonCell email={ci.owner} />],
  [fieldLabel('support_group'), ci.support_group],
  [fieldLabel('ip_address'), ci.ip_address],
  [fieldLabel('fqdn'), ci.fqdn],
  ['Serial number', ci.serial_number],
  ['Location', ci.location],
];

const discoveryOf = (ci: Ci): [label: string, value: ReactNode][] => [
  ['Source', ci.discovery_source],
  ['First seen', instant(ci.first_discovered_at)],
  ['Last seen', instant(ci.last_discovered_at)],
  ['Created', instant(ci.created_at)],
  ['Updated', instant(ci.updated_at)],
];

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'impact', label: 'Impact' },
  { id: 'history', label: 'History' },
] as const;
type Tab = (typeof tabs)[number]['id'];

function CiRecord({ ci }: { ci: Ci }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const navigateHere = route.useNavigate();
  const router = useRouter();
  const shown: Tab = tabs.find(({ id }) => id === search.tab)?.id ?? 'overview';
  const go = (next: CiSearch) => void navigateHere({ search: next, replace: true });
  const parts: Record<Tab, () => ReactNode> = {
    overview: () => <Overview ci={ci} />,
    impact: () => (
      <ImpactPart id={ci.id} form={search} onChange={(form) => go({ tab: 'impact', ...form })} />
    ),
    history: () => <CiHistory id={ci.id} />,
  };
  return (
    <RecordFrame
      id={ci.id}
      title={ci.name}
      onBack={() => {
        if (router.history.canGoBack()) router.history.back();
        else void navigate({ to: '/cmdb' });
      }}
      facts={
        <>
          <State value={ci.status} />
          {ci.criticality !== null && (
            <Level value={ci.criticality} label={criticalityLabels[ci.criticality]} />
          )}
          <span>{ci.class}</span>
          {ci.environment !== null && <span>{ci.environment}</span>}
        </>
      }
      side={[
        { id: 'facts', label: 'Properties', content: <Facts rows={factsOf(ci)} /> },
        { id: 'discovery', label: 'Discovery', content: <Facts rows={discoveryOf(ci)} /> },
      ]}
    >
      <Tabs
        label="Parts of the CI"
        tabs={tabs}
        value={shown}
        onChange={(next) => go(next === 'overview' ? {} : { tab: next })}
      >
        {parts[shown]()}
      </Tabs>
    </RecordFrame>
  );
}

export function CiPage() {
  const { id } = route.useParams();
  const { data: ci } = useQuery(ciQuery(id));
  return ci ? <CiRecord key={id} ci={ci} /> : null;
}
