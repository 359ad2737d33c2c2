// An incident is shown with its change, and with the impact of its configuration item.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { changeQuery, faultOf, type Incident } from '../../api/index.ts';
import { CiImpact } from '../../records/index.ts';
import { faultText } from '../../ui/layout/fault.ts';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import styles from './related.module.css';

const words = (text: string): string => text.replaceAll('_', ' ');

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

export function RelatedRecords({ incident }: { incident: Incident }) {
  const { id, ci_id, change_id, parent_problem_id } = incident;
  if (ci_id === null && change_id === null && parent_problem_id === null)
    return (
      <p className={styles.none}>
        No records are linked. Set a CI or a change in the properties to see it here.
      </p>
    );
  return (
    <div className={styles.related}>
      {ci_id !== null && <CiImpact ciId={ci_id} except={id} />}
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
