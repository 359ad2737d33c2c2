import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  ciChangesQuery,
  ciIncidentsQuery,
  faultOf,
  type ListPage,
  mayUse,
  type Me,
} from '../api/index.ts';
import { ErrorPanel } from '../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../ui/layout/skeleton.tsx';
import { Instant } from '../ui/marks/instant.tsx';
import { Priority, State } from '../ui/marks/record-marks.tsx';
import styles from './ci.module.css';

interface WorkProps<R> {
  heading: string;
  query: UseQueryResult<ListPage<R>>;
  emptyText: string;
  /** The link leads to the list with all records. */
  all: ReactNode;
  render: (row: R) => ReactNode;
}

function Work<R extends { id: string }>({ heading, query, emptyText, all, render }: WorkProps<R>) {
  const { data, error, refetch } = query;
  return (
    <section className={styles.part} aria-label={heading}>
      <div className={styles.head}>
        <h2>
          {heading}{' '}
          {data && (
            <span className={styles.none}>{`${data.total}${data.isLowerBound ? '+' : ''}`}</span>
          )}
        </h2>
        {data && data.next !== undefined && all}
      </div>
      {error && !data && <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonBar width="60%" />}
      {data?.rows.length === 0 && <p className={styles.none}>{emptyText}</p>}
      {data && data.rows.length > 0 && (
        <ul className={styles.work}>
          {data.rows.map((row) => (
            <li key={row.id}>{render(row)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const Incidents = ({ id }: { id: string }) => (
  <Work
    heading="Open incidents"
    query={useQuery(ciIncidentsQuery(id))}
    emptyText="No open incident affects this CI."
    all={
      <Link to="/incidents" search={{ ci_id: id }}>
        Show all incidents of this CI
      </Link>
    }
    render={(incident) => (
      <>
        <Priority value={incident.priority} />
        <Link to="/incidents/$id" params={{ id: incident.id }}>
          {incident.short_description}
        </Link>
        <span className={styles.none}>{incident.id}</span>
        <State value={incident.state} />
      </>
    )}
  />
);

const Changes = ({ id }: { id: string }) => (
  <Work
    heading="Changes"
    query={useQuery(ciChangesQuery(id))}
    emptyText="No change affects this CI."
    all={
      <Link to="/changes" search={{ ci_id: id }}>
        Show all changes of this CI
      </Link>
    }
    render={(change) => (
      <>
        <State value={change.state} />
        <Link to="/changes/$id" params={{ id: change.id }}>
          {change.short_description}
        </Link>
        <span className={styles.none}>{change.id}</span>
        <span className={styles.none}>
          {change.planned_start_at === null ? (
            'Not planned'
          ) : (
            <Instant at={change.planned_start_at} kind="planned" />
          )}
        </span>
      </>
    )}
  />
);

export const CiWork = ({ id, me }: { id: string; me: Me }) => (
  <>
    {mayUse(me, 'incidents.read') && <Incidents id={id} />}
    {mayUse(me, 'changes.read') && <Changes id={id} />}
  </>
);
