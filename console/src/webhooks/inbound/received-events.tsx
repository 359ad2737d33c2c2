// Lists the events that a webhook received, with the result of each. A panel shows the payload, to try or to replay.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  faultOf,
  type InboundEvent,
  inboundEventQuery,
  type InboundWebhook,
  replayInboundEvent,
} from '../../api/index.ts';
import {
  type FilterRow,
  type ListColumn,
  ListPage,
  TextCell,
  timeColumn,
  TitleCell,
} from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { receiptLabels, ReceiptMark } from '../../ui/marks/delivery-marks.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { ReplayIcon } from '../../ui/icons.ts';
import { Peek } from '../../ui/overlays/peek.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import styles from '../deliveries/inspector.module.css';
import { eventList, eventsOf } from './inbound.list.ts';
import { sortNotes } from './mapping-notes.ts';

const columns: readonly ListColumn<InboundEvent>[] = [
  {
    id: 'status',
    header: 'Result',
    width: '112px',
    isOnNarrow: true,
    text: ({ status }) => receiptLabels[status] ?? status,
    render: ({ status }) => <ReceiptMark status={status} />,
  },
  {
    id: 'title',
    field: 'incident_id',
    header: 'Record',
    width: '112px',
    text: ({ incident_id, ci_id }) => incident_id ?? ci_id ?? '',
    render: ({ incident_id, ci_id }) => (
      <TitleCell>
        {incident_id === null ? (
          (ci_id ?? 'None')
        ) : (
          <Link to="/incidents/$id" params={{ id: incident_id }} tabIndex={-1}>
            {incident_id}
          </Link>
        )}
      </TitleCell>
    ),
  },
  {
    id: 'reason',
    header: 'Reason or key',
    width: 'minmax(140px, 1fr)',
    isOnNarrow: true,
    text: ({ reason, dedup_key }) => reason ?? dedup_key ?? '',
    render: ({ reason, dedup_key }) => <TextCell text={reason ?? dedup_key} />,
  },
  {
    id: 'warnings',
    field: 'mapping_warnings',
    header: 'Warnings',
    width: '80px',
    align: 'end',
    text: ({ mapping_warnings }) => String(sortNotes(mapping_warnings).warnings.length),
    render: ({ mapping_warnings }) => sortNotes(mapping_warnings).warnings.length || '–',
  },
  timeColumn({
    id: 'received',
    field: 'received_at',
    header: 'Received',
    align: 'end',
    at: ({ received_at }) => received_at,
    isOnNarrow: true,
  }),
];

const filters: readonly FilterRow[] = [{ name: 'status', label: 'Result', values: receiptLabels }];

function MappingNotes({ notes }: { notes: InboundEvent['mapping_warnings'] }) {
  const { warnings, mapped } = sortNotes(notes);
  const line = ({ field, message }: (typeof notes)[number], className?: string) => (
    <p key={field + message} className={className}>
      <code>{field}</code>: {message}
    </p>
  );
  return (
    <>
      {warnings.map((one) => line(one, styles.error))}
      {mapped.map((one) => line(one))}
    </>
  );
}

interface EventPeekProps {
  webhook: InboundWebhook;
  eventId: string;
  mayManage: boolean;
  onTry: (eventId: string) => void;
  onClose: () => void;
}

function EventPeek({ webhook: { handle }, eventId, mayManage, onTry, onClose }: EventPeekProps) {
  const { data, error, refetch } = useQuery(inboundEventQuery(handle, eventId));
  const replay = useMutation({
    mutationFn: () => replayInboundEvent(handle, eventId),
    onSuccess: ({ status, incident_id }) => {
      void eventsOf(handle, {}).reload();
      toast(`Replayed: ${receiptLabels[status]?.toLowerCase()} ${incident_id ?? ''}`.trim());
    },
    onError: (fault) =>
      toast(`The event was not replayed. ${faultOf(fault).detail}`, { tone: 'red' }),
  });
  return (
    <Peek
      label={`Event ${eventId}`}
      title={data ? <ReceiptMark status={data.status} /> : 'Event'}
      onClose={onClose}
    >
      {error && <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonBar width="80%" />}
      {data && (
        <div className={styles.stack}>
          <div className={styles.outcome}>
            <Button variant="primary" onClick={() => onTry(eventId)}>
              Try with a draft
            </Button>
            <Button
              icon={<ReplayIcon />}
              unavailable={mayManage ? undefined : 'Your role may not manage webhooks.'}
              onClick={() => replay.mutate()}
            >
              Replay
            </Button>
          </div>
          {data.reason !== null && <p>{data.reason}</p>}
          {data.incident_id !== null && (
            <p>
              <Link to="/incidents/$id" params={{ id: data.incident_id }}>
                {data.incident_id}
              </Link>
              {data.occurrences !== null && `, reported ${data.occurrences} times`}
            </p>
          )}
          <MappingNotes notes={data.mapping_warnings} />
          <h3>Payload</h3>
          <CodeBlock label="Payload" text={JSON.stringify(data.payload, null, 2)} />
        </div>
      )}
    </Peek>
  );
}

interface ReceivedEventsProps {
  webhook: InboundWebhook;
  mayManage: boolean;
  onTry: (eventId: string) => void;
}

export const ReceivedEvents = ({ webhook, mayManage, onTry }: ReceivedEventsProps) => (
  <ListPage
    list={eventList}
    heading="Received events"
    within={{ webhook: webhook.handle }}
    columns={columns}
    filters={filters}
    peek={(eventId, onClose) => (
      <EventPeek
        webhook={webhook}
        eventId={eventId}
        mayManage={mayManage}
        onTry={onTry}
        onClose={onClose}
      />
    )}
    empty={{
      title: 'No event received yet',
      text: 'Give the address to the sender. Each event that it posts appears here with its result.',
    }}
  />
);
