import type { DeliverySummary } from '../../api/index.ts';
import {
  type FilterRow,
  type ListColumn,
  TextCell,
  timeColumn,
  titleColumn,
} from '../../lists/index.ts';
import { deliveryLabels, DeliveryMark } from '../../ui/marks/delivery-marks.tsx';
import { eventLabels } from '../event-names.ts';

const resultOf = ({ last_status, last_error }: DeliverySummary): string | null =>
  last_error ?? (last_status === null ? null : String(last_status));

export const deliveryColumns: readonly ListColumn<DeliverySummary>[] = [
  {
    id: 'status',
    header: 'Status',
    width: '132px',
    isOnNarrow: true,
    text: ({ status }) => deliveryLabels[status] ?? status,
    render: ({ status, next_attempt_at }) => (
      <DeliveryMark status={status} next={next_attempt_at} />
    ),
  },
  titleColumn(({ event }) => event, {
    to: '/webhooks/deliveries/$id',
    field: 'event',
    header: 'Event',
    width: 'minmax(150px, 1fr)',
    leftReason: ({ replay }) => (replay > 0 ? `replay ${replay}` : undefined),
  }),
  {
    id: 'record',
    header: 'Record',
    width: '112px',
    isOnNarrow: true,
    text: ({ record }) => record.id,
    render: ({ record }) => <TextCell text={record.id} />,
  },
  {
    id: 'result',
    field: 'last_status',
    header: 'Last response',
    width: 'minmax(120px, 2fr)',
    isWide: true,
    text: (row) => resultOf(row) ?? '',
    render: (row) => <TextCell text={resultOf(row)} />,
  },
  {
    id: 'attempts',
    field: 'attempt_count',
    header: 'Attempts',
    width: '80px',
    align: 'end',
    render: ({ attempt_count }) => attempt_count,
  },
  timeColumn({
    id: 'created',
    field: 'created_at',
    header: 'Created',
    align: 'end',
    at: ({ created_at }) => created_at,
    isOnNarrow: true,
  }),
];

export const deliveryFilters: readonly FilterRow[] = [
  { name: 'status', label: 'Status', values: deliveryLabels },
  { name: 'event', label: 'Event', values: eventLabels },
  { name: 'record', label: 'Record', from: 'text' },
  { name: 'since', label: 'Created since', from: 'day' },
];

export const noDeliveries = {
  title: 'No deliveries yet',
  text: 'Each event that matches a webhook becomes a delivery. Send a test to try the receiver.',
};
