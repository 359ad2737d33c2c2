// Records that belong to the incident: its configuration item with what it affects, and its change.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeQuery, faultOf, impactQuery, type Incident } from '../../api/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { Priority } from '../../ui/marks/record-marks.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import styles from './related.module.css';

const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
const words = (text: string): string => text.replaceAll('_', ' ');

const MAX_SHOWN = 5;

function ConfigurationItem({ ciId, incidentId }: { ciId: string; incidentId: string }) {
  const { data, error } = useQuery(impactQuery(ciId));
  if (error) return <p className={styles.none}>{faultText(faultOf(error))}</p>;
  if (!data) return <SkeletonBar width="80%" />;
  const { ci, dependants, truncated } = data;
  const others = data.open_incidents.filter(({ id }) => id !== incidentId);
  const nearest = dependants.slice(0, MAX_SHOWN);
  return (
    <div className={styles.item}>
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
          ? 'Nothing depends on it.'
          : `Affects ${truncated ? 'more than ' : ''}${plural(dependants.length, 'CI', 'CIs')}: ${nearest
              .map(({ name }) => name)
              .join(', ')}${dependants.length > MAX_SHOWN ? ', …' : '.'}`}
      </p>
      <p>
        <Link to="/cmdb/$id" params={{ id: ci.id }} search={{ tab: 'impact' }}>
          Show the impact
        </Link>
      </p>
      {others.length > 0 && (
        <>
          <h3>{plural(others.length, 'other open incident', 'other open incidents')} on these</h3>
          <ul className={styles.list}>
            {others.slice(0, MAX_SHOWN).map(({ id, short_description, priority }) => (
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
      {data.recent_changes.length > 0 && (
        <>
          <h3>Changed in the last 24 hours</h3>
          <ul className={styles.list}>
            {data.recent_changes.slice(0, MAX_SHOWN).map(({ id, short_description, state }) => (
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

function ChangeItem({ id }: { id: string }) {
  const { data, error } = useQuery(changeQuery(id));
  if (error)
    return (
      <p>
        {id} <span className={styles.none}>{faultText(faultOf(error))}</span>
      </p>
    );
  if (!data) return <SkeletonBar width="80%" />;
  return (
    <p>
      <Link to="/changes/$id" params={{ id }}>
        {data.short_description}
      </Link>{' '}
      <span className={styles.meta}>
        {`${id} · ${words(data.type)} · ${words(data.state)} · ${data.risk} risk`}
      </span>
    </p>
  );
}

export function Related({ incident }: { incident: Incident }) {
  const { id, ci_id, change_id, parent_problem_id } = incident;
  if (ci_id === null && change_id === null && parent_problem_id === null)
    return (
      <p className={styles.none}>
        No record is linked. Set a CI or a change in the properties to see what it affects.
      </p>
    );
  return (
    <div className={styles.related}>
      {ci_id !== null && <ConfigurationItem ciId={ci_id} incidentId={id} />}
      {change_id !== null && (
        <div className={styles.item}>
          <h3>Change</h3>
          <ChangeItem id={change_id} />
        </div>
      )}
      {parent_problem_id !== null && (
        <div className={styles.item}>
          <h3>Problem</h3>
          <p>{parent_problem_id}</p>
        </div>
      )}
    </div>
  );
}
