// The page of a service request shows its stages, the decision, and the fulfilment.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayUse, meQuery, type ServiceRequest, serviceRequestSlaQuery } from '../api/index.ts';
import { Person } from '../lists/index.ts';
import {
  Composer,
  RelatedPanel,
  LongText,
  Properties,
  RecordBody,
  RecordFrame,
  type RecordState,
  RecordTop,
  rulesPanels,
  SlaTargets,
  Timeline,
  useLiveRecord,
  useOpenerText,
  useRecord,
} from '../records/index.ts';
import { useNow } from '../ui/marks/clock.ts';
import { Instant } from '../ui/marks/instant.tsx';
import { LazyMarkdown } from '../ui/reading/lazy-markdown.tsx';
import { Priority, State } from '../ui/marks/record-marks.tsx';
import { isOverdue } from '../ui/marks/time.ts';
import { RecordSkeleton } from '../ui/layout/record-skeleton.tsx';
import { OrderedParts } from './ordered-parts.tsx';
import { RequestStages } from './request-progress.tsx';
import { serviceRequestSteps } from './request-steps.ts';
import styles from './request.module.css';
import { dueKind, fieldsOf } from './requests.fields.ts';
import { TaskList } from './tasks/task-list.tsx';

const route = getRouteApi('/requests/$id');

const factsOf = (request: ServiceRequest): [string, ReactNode][] => [
  ['Requested by', <Person key="requester" email={request.requested_by} />],
  ['Created', <Instant key="created" at={request.created_at} />],
  ['Updated', <Instant key="updated" at={request.updated_at} />],
  ...(request.fulfilled_at === null
    ? []
    : [
        ['Fulfilled', <Instant key="fulfilled" at={request.fulfilled_at} />] as [string, ReactNode],
      ]),
];

/** Shows "Due in 9 h", then "overdue 1 d" until the request is finished. */
function Due({ at, state }: { at: string; state: ServiceRequest['state'] }) {
  const kind = dueKind(state);
  const now = useNow('minute');
  const isLate = kind === 'due' && isOverdue(at, now);
  return (
    <span>
      {!isLate && 'Due '}
      <Instant at={at} kind={kind} />
    </span>
  );
}

function Decision({ request }: { request: ServiceRequest }) {
  const { decided_by, decided_at, decision_comment, state } = request;
  if (decided_by === null) return null;
  const isRejected = state === 'rejected';
  return (
    <section className={styles.decision} data-rejected={isRejected || undefined}>
      <h2>
        {isRejected ? 'Rejected' : 'Approved'} by <Person email={decided_by} />
        {decided_at !== null && (
          <span className={styles.when}>
            <Instant at={decided_at} />
          </span>
        )}
      </h2>
      {decision_comment && <LazyMarkdown text={decision_comment} />}
    </section>
  );
}

function Clocks({ request: { id, sla_targets: targets } }: { request: ServiceRequest }) {
  const { data } = useQuery(serviceRequestSlaQuery(id));
  return (
    <SlaTargets record={{ type: 'request', id }} targets={targets} histories={data?.targets} />
  );
}

interface PartProps {
  request: ServiceRequest;
  page: RecordState<'request'>;
}

function Body({ request, page }: PartProps) {
  const readers = useOpenerText(request.requested_by, page.me?.email);
  const isOrdered = request.item_id !== null;
  return (
    <RecordBody
      main={
        <>
          {isOrdered ? (
            <OrderedParts request={request} me={page.me} />
          ) : (
            <RequestStages request={request} />
          )}
          <LongText
            field="description"
            text={request.description}
            version={request.version}
            page={page}
          />
          {request.stages.length === 0 && <Decision request={request} />}
          {!isOrdered && request.tasks.total > 0 && page.me && (
            <section aria-label="Tasks">
              <h2 className={styles.heading}>Tasks</h2>
              <TaskList request={request} me={page.me} />
            </section>
          )}
          {page.me && mayUse(page.me, 'requests.update') && (
            <Composer record={page.ref} readers={readers} page={page} />
          )}
          <Timeline record={page.ref} />
        </>
      }
      panels={[
        {
          id: 'details',
          label: 'Properties',
          content: <Properties page={page} facts={factsOf(request)} />,
        },
        ...(request.sla_targets.length === 0
          ? []
          : [
              {
                id: 'sla',
                label: 'SLA',
                content: <Clocks request={request} />,
              },
            ]),
        { id: 'related', label: 'People and links', content: <RelatedPanel {...page.ref} /> },
        ...rulesPanels(page.ref, page.me),
      ]}
    />
  );
}

function RequestRecord({ request }: { request: ServiceRequest }) {
  const { data: me } = useQuery(meQuery);
  const page = useRecord({
    type: 'request',
    record: request,
    steps: serviceRequestSteps(request, me),
    fields: fieldsOf(request),
  });
  return (
    <RecordFrame
      top={
        <RecordTop
          page={page}
          facts={
            <>
              <Priority value={request.priority} />
              <State value={request.state} />
              <span>
                For <Person email={request.requested_for ?? request.requested_by} />
              </span>
              {request.due_at !== null && <Due at={request.due_at} state={request.state} />}
            </>
          }
        />
      }
    >
      <Body request={request} page={page} />
    </RecordFrame>
  );
}

export function RequestPage() {
  const { id } = route.useParams();
  const request = useLiveRecord({ type: 'request', id });
  return request ? <RequestRecord key={id} request={request} /> : <RecordSkeleton />;
}
