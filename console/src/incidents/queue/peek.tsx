// The record in the drawer: enough to decide what to do with it.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { faultOf, type Incident, incidentQuery, mayUse } from '../../api/index.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Priority, SlaClock, State } from '../../ui/marks.tsx';
import { Peek } from '../../ui/peek.tsx';
import { SkeletonBar } from '../../ui/skeleton.tsx';
import type { ActionKind } from '../actions/index.ts';
import styles from './peek.module.css';
import type { QueueActions } from './use-queue-actions.ts';

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

interface IncidentPeekProps {
  id: string;
  actions: QueueActions;
  onDialog: (kind: ActionKind) => void;
}

const Buttons = ({ actions, onDialog }: Omit<IncidentPeekProps, 'id'>) => (
  <div className={styles.buttons}>
    <Button
      label="Assign to me"
      keys={['a']}
      onClick={() => actions.me && actions.change({ assigned_to: actions.me.email })}
    >
      Assign to me
    </Button>
    <Button label="Assign" keys={['A']} onClick={() => onDialog('assign')}>
      Assign…
    </Button>
    <Button label="Change the state" keys={['s']} onClick={() => onDialog('state')}>
      State…
    </Button>
    <Button label="Change the priority" keys={['p']} onClick={() => onDialog('priority')}>
      Priority…
    </Button>
    <Button label="Add a note" keys={['n']} onClick={() => onDialog('note')}>
      Note…
    </Button>
  </div>
);

export function IncidentPeek({ id, actions, onDialog }: IncidentPeekProps) {
  const { data, error, refetch } = useQuery(incidentQuery(id));
  const mayEdit = actions.me !== undefined && mayUse(actions.me, 'incidents.edit_all_fields');
  return (
    <Peek
      label={`Incident ${id}`}
      title={id}
      actions={
        <Link to="/incidents/$id" params={{ id }}>
          Open
        </Link>
      }
      onClose={actions.closePeek}
    >
      {data ? (
        <>
          {mayEdit && <Buttons actions={actions} onDialog={onDialog} />}
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
