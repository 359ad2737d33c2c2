import {
  type FilterRow,
  idColumn,
  type ListColumn,
  PersonCell,
  sortedByUpdate,
  TextCell,
  timeColumn,
  titleColumn,
  updatedColumn,
} from '../lists/index.ts';
import { Priority, State } from '../ui/marks/record-marks.tsx';
import { currentStep } from './request-progress.words.ts';
import { dueKind } from './requests.fields.ts';
import type { ServiceRequestListRow } from './requests.list.ts';

export const serviceRequestColumns: readonly ListColumn<ServiceRequestListRow>[] = [
  {
    id: 'priority',
    header: 'Prio',
    label: 'Priority',
    width: '64px',
    render: ({ priority }) => <Priority value={priority} />,
  },
  idColumn({ isOnNarrow: true }),
  titleColumn(({ short_description }) => short_description, {
    to: '/requests/$id',
    field: 'short_description',
  }),
  {
    id: 'item',
    header: 'Item',
    width: '128px',
    isWide: true,
    render: ({ item }) => <TextCell text={item} />,
  },
  {
    id: 'state',
    header: 'State',
    width: '120px',
    isOnNarrow: true,
    render: ({ state }) => <State value={state} />,
  },
  {
    id: 'progress',
    header: 'Progress',
    width: '132px',
    isExtra: true,
    text: ({ progress }) => currentStep(progress)?.name ?? '',
    render: ({ progress }) => <TextCell text={currentStep(progress)?.name} />,
  },
  {
    id: 'for',
    field: 'requested_for',
    header: 'For',
    width: '132px',
    isOnNarrow: true,
    text: ({ requested_for, requested_by }) => requested_for ?? requested_by,
    render: ({ requested_for, requested_by }) => (
      <PersonCell email={requested_for ?? requested_by} />
    ),
  },
  {
    id: 'assignee',
    field: 'assigned_to',
    header: 'Assignee',
    width: '132px',
    render: ({ assigned_to }) => <PersonCell email={assigned_to} />,
  },
  timeColumn({
    id: 'due',
    field: 'due_at',
    header: 'Due',
    at: ({ due_at }) => due_at,
    kind: ({ state }) => dueKind(state),
  }),
  updatedColumn({ isWide: true, ...sortedByUpdate }),
];

const states = {
  submitted: 'Submitted',
  approved: 'Approved',
  rejected: 'Rejected',
  fulfilled: 'Fulfilled',
  cancelled: 'Cancelled',
};

export const serviceRequestFilters: readonly FilterRow[] = [
  { name: 'state', label: 'State', values: states },
  { name: 'requested_by', label: 'Requested by', from: 'person' },
  { name: 'decidable', label: 'Waits for my decision', values: { true: 'Yes' } },
  { name: 'q', label: 'Text', from: 'text' },
  { name: 'created_after', label: 'Created after', from: 'day' },
  { name: 'created_before', label: 'Created before', from: 'day' },
];
