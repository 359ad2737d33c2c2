// Shows which CIs depend on a CI, and the open incidents and recent changes on them.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { faultOf, type Impact, impactQuery } from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Priority } from '../../ui/marks/record-marks.tsx';
import styles from './cis.module.css';

const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
const words = (text: string): string => text.replaceAll('_', ' ');

const MAX_SHOWN = 5;

interface CiImpactProps {
  ciId: string;
  /** The record of the page is not listed. */
  except: string;
  /** A page of an incident shows the others in its own way. */
  renderIncidents?: (incidents: Impact['open_incidents']) => ReactNode;
}

export function CiImpact({ ciId, except, renderIncidents }: CiImpactProps) {
  const { data, error } = useQuery(impactQuery(ciId));
  if (error) return <p className={styles.meta}>{faultText(faultOf(error))}</p>;
  if (!data) return <SkeletonBar width="80%" />;
  const { ci, dependants, truncated } = data;
  const isOther = ({ id }: { id: string }): boolean => id !== except;
  const incidents = data.open_incidents.filter(isOther);
  const changes = data.recent_changes.filter(isOther);
  const other = incidents.length < data.open_incidents.length ? 'other ' : '';
  const nearest = dependants.slice(0, MAX_SHOWN);
  return (
    <div className={styles.impact}>
      <p>
        <Link to="/cmdb/$id" params={{ id: ci.id }}>
          <b>{ci.name}</b>
        </Link>{' '}
        <span className={styles.meta}>
          {[ci.id, ci.class, words(ci.status), ci.criticality].filter(Boolean).join(' · ')}
        </span>
      </p>
      <p>
        {dependants.length === 0
          ? 'Nothing depends on this CI.'
          : `Affects ${truncated ? 'more than ' : ''}${plural(dependants.length, 'CI', 'CIs')}: ${nearest
              .map(({ name }) => name)
              .join(', ')}${dependants.length > MAX_SHOWN ? ', …' : '.'}`}
      </p>
      <p>
        <Link to="/cmdb/$id" params={{ id: ci.id }} search={{ tab: 'impact' }}>
          Show the impact
        </Link>
      </p>
      {renderIncidents?.(incidents)}
      {!renderIncidents && incidents.length > 0 && (
        <>
          <h3>
            {plural(incidents.length, `${other}open incident`, `${other}open incidents`)} on these
            CIs
          </h3>
          <ul className={styles.list}>
            {incidents.slice(0, MAX_SHOWN).map(({ id, short_description, priority }) => (
              <li key={id}>
                <Priority value={priority} />
                <Link to="/incidents/$id" params={{ id }}>
                  {short_description}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {changes.length > 0 && (
        <>
          <h3>Changed in the last 24 hours</h3>
          <ul className={styles.list}>
            {changes.slice(0, MAX_SHOWN).map(({ id, short_description, state }) => (
              <li key={id}>
                <span>
                  <Link to="/changes/$id" params={{ id }}>
                    {short_description}
                  </Link>{' '}
                  <span className={styles.meta}>{`${id} · ${words(state)}`}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
