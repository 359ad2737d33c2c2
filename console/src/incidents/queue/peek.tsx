// The record in the drawer: enough to decide what to do with it.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { faultOf, type Incident, incidentQuery } from '../../api/index.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Priority, SlaClock, State } from '../../ui/marks.tsx';
import { Peek } from '../../ui/peek.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import styles from './peek.module.css';

const Markdown = lazy(async () => {
  const { Markdown: component } = await import('../../ui/markdown.tsx');
  return { default: component };
});

const properties = (incident: Incident): [label: string, value: React.ReactNode][] => [
  ['Assignee', incident.assigned_to],
  ['Group', incident.assignment_group],
  ['Category', [incident.category, incident.subcategory].filter(Boolean).join(' / ')],
  ['Configuration item', incident.ci?.name ?? incident.ci_id],
  ['Opened by', incident.opened_by],
  ['Created', <Instant key="created" at={incident.created_at} />],
  ['Updated', <Instant key="updated" at={incident.updated_at} />],
  ['Notes', String(incident.work_notes_count)],
];

const Record = ({ incident }: { incident: Incident }) => (
  <article className={styles.record}>
    <h2>{incident.short_description}</h2>
    <div className={styles.marks}>
      <Priority value={incident.priority} />
      <State value={incident.state} />
      <span className={styles.sla}>
        <SlaClock sla={incident.sla} />
      </span>
    </div>
    {incident.description ? (
      <Suspense fallback={<SkeletonBar width="80%" />}>
        <Markdown text={incident.description} />
      </Suspense>
    ) : (
      <p className={styles.none}>No description.</p>
    )}
    {incident.resolution && (
      <section>
        <h3>Resolution</h3>
        <Suspense fallback={<SkeletonBar width="80%" />}>
          <Markdown text={incident.resolution} />
        </Suspense>
      </section>
    )}
    <dl className={styles.properties}>
      {properties(incident).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  </article>
);

export function IncidentPeek({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(incidentQuery(id));
  return (
    <Peek
      label={`Incident ${id}`}
      title={id}
      actions={
        <Link to="/incidents/$id" params={{ id }}>
          Open
        </Link>
      }
      onClose={onClose}
    >
      {data ? (
        <Record incident={data} />
      ) : error ? (
        <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBar width="70%" />
      )}
    </Peek>
  );
}
