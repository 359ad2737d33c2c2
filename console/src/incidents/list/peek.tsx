// The drawer shows enough of an incident to decide what to do with it.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { faultOf, type Incident, incidentQuery, timelineOf } from '../../api/index.ts';
import { Person } from '../../lists/index.ts';
import { RecordLink } from '../../records/index.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import { Priority, SlaClock } from '../../ui/marks/record-marks.tsx';
import { Peek } from '../../ui/overlays/peek.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { HeldState } from '../hold/held-state.tsx';
import { ActionButtons } from './action-buttons.tsx';
import type { RowActions } from './use-row-actions.ts';
import styles from './peek.module.css';

const properties = (incident: Incident): [label: string, value: React.ReactNode][] => [
  ['Assignee', incident.assigned_to && <Person key="assignee" email={incident.assigned_to} />],
  ['Group', incident.assignment_group],
  ['Category', [incident.category, incident.subcategory].filter(Boolean).join(' / ')],
  [
    'Configuration item',
    incident.ci_id && (
      <RecordLink key="ci" type="ci" id={incident.ci_id} name={incident.ci?.name} />
    ),
  ],
  ['Requester', incident.requester && <Person key="requester" email={incident.requester} />],
  ['Opened by', <Person key="opener" email={incident.opened_by} />],
  ['Created', <Instant key="created" at={incident.created_at} />],
  ['Updated', <Instant key="updated" at={incident.updated_at} />],
];

/** Shows the last message between requester and team. */
function LastMessage({ id }: { id: string }) {
  const { data } = useInfiniteQuery(timelineOf({ type: 'incident', id }));
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const last = entries.find(({ note }) => note?.visibility === 'public');
  if (!last?.note) return null;
  return (
    <section>
      <h3>
        Last message, <Person email={last.actor} /> <Instant at={last.at} />
      </h3>
      <LazyMarkdown text={last.note.body} />
    </section>
  );
}

const Record = ({ incident }: { incident: Incident }) => (
  <article className={styles.record}>
    <h2>{incident.short_description}</h2>
    <div className={styles.marks}>
      <Priority value={incident.priority} />
      <HeldState state={incident.state} until={incident.on_hold_until} />
      <span className={styles.sla}>
        <SlaClock sla={incident.sla} />
      </span>
    </div>
    {incident.description ? (
      <LazyMarkdown text={incident.description} />
    ) : (
      <p className={styles.none}>No description.</p>
    )}
    {incident.resolution && (
      <section>
        <h3>Resolution</h3>
        <LazyMarkdown text={incident.resolution} />
      </section>
    )}
    {incident.work_notes_count > 0 && <LastMessage id={incident.id} />}
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

interface IncidentPeekProps {
  id: string;
  actions: RowActions;
  onClose: () => void;
}

const Buttons = ({ actions }: Pick<IncidentPeekProps, 'actions'>) => (
  <div className={styles.buttons}>
    <ActionButtons actions={actions} />
  </div>
);

export function IncidentPeek({ id, actions, onClose }: IncidentPeekProps) {
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
        <>
          {actions.mayEdit && <Buttons actions={actions} />}
          <Record incident={data} />
        </>
      ) : error ? (
        <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />
      ) : (
        <SkeletonBar width="70%" />
      )}
    </Peek>
  );
}
