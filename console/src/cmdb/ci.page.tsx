import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Ci, Me } from '../api/index.ts';
import {
  Facts,
  RelatedPanel,
  Properties,
  RecordBody,
  RecordFrame,
  RecordTop,
  useLiveRecord,
  useRecord,
} from '../records/index.ts';
import { Instant } from '../ui/marks/instant.tsx';
import { Level, State } from '../ui/marks/record-marks.tsx';
import { CiHistory } from './ci-history.tsx';
import { ciFields } from './ci.fields.ts';
import styles from './ci.module.css';
import { criticalityLabels } from './ci.words.ts';
import { CiWork } from './ci-work.tsx';
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

interface OverviewProps {
  ci: Ci;
  me: Me | undefined;
  mayEdit: boolean;
}

const Overview = ({ ci, me, mayEdit }: OverviewProps) => (
  <div className={styles.overview}>
    {me && <CiWork id={ci.id} me={me} />}
    <Relations ci={ci} mayEdit={mayEdit} />
    {Object.keys(ci.attributes).length > 0 && (
      <section className={styles.part} aria-label="Attributes">
        <h2>Attributes</h2>
        <Attributes attributes={ci.attributes} />
      </section>
    )}
  </div>
);

const instant = (at: string | null): ReactNode => (at === null ? 'Never' : <Instant at={at} />);

const discoveryOf = (ci: Ci): [label: string, value: ReactNode][] => [
  ['Source', ci.discovery_source ?? 'None'],
  ['First seen', instant(ci.first_discovered_at)],
  ['Last seen', instant(ci.last_discovered_at)],
];

const factsOf = (ci: Ci): [label: string, value: ReactNode][] => [
  ['Created', instant(ci.created_at)],
  ['Updated', instant(ci.updated_at)],
];

function CiRecord({ ci }: { ci: Ci }) {
  const search = route.useSearch();
  const navigateHere = route.useNavigate();
  const page = useRecord({ type: 'ci', record: ci, steps: [], fields: ciFields });
  return (
    <RecordFrame
      top={
        <RecordTop
          page={page}
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
        />
      }
    >
      <RecordBody
        main={[
          {
            id: 'overview',
            label: 'Overview',
            content: <Overview ci={ci} me={page.me} mayEdit={page.mayEdit} />,
          },
          {
            id: 'impact',
            label: 'Impact',
            content: (
              <ImpactPart
                id={ci.id}
                form={search}
                onChange={(form) =>
                  void navigateHere({ search: { tab: 'impact', ...form }, replace: true })
                }
              />
            ),
          },
          { id: 'history', label: 'History', content: <CiHistory id={ci.id} /> },
        ]}
        panels={[
          {
            id: 'details',
            label: 'Properties',
            content: <Properties page={page} facts={factsOf(ci)} />,
          },
          { id: 'related', label: 'People and links', content: <RelatedPanel {...page.ref} /> },
          { id: 'discovery', label: 'Discovery', content: <Facts facts={discoveryOf(ci)} /> },
        ]}
      />
    </RecordFrame>
  );
}

export function CiPage() {
  const { id } = route.useParams();
  const ci = useLiveRecord({ type: 'ci', id });
  return ci ? <CiRecord key={id} ci={ci} /> : null;
}
