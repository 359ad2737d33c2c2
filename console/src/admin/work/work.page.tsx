// Managers, who may not open the page of a user, hand open work over here.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { openWorkQuery } from '../../api/index.ts';
import { OpenWorkSection } from './open-work.tsx';
import styles from './work.module.css';

const route = getRouteApi('/open-work/$id');

export function OpenWorkPage() {
  const { id } = route.useParams();
  const { data } = useQuery(openWorkQuery(id));
  const name = data?.user.name ?? id;
  return (
    <div className={styles.page}>
      <title>{`Open work of ${name} – Signalbox`}</title>
      <h1 tabIndex={-1}>{name}</h1>
      {data && (
        <p className={styles.none}>
          {data.user.email}
          {!data.user.active && ', deactivated'}
        </p>
      )}
      <OpenWorkSection userId={id} />
    </div>
  );
}
