// The columns and filters of the list of service requests.
import { Link } from '@tanstack/react-router';
import {
  type FilterRow,
  IdCell,
  type ListColumn,
  PersonCell,
  TextCell,
  TitleCell,
} from '../lists/index.ts';
import { Instant } from '../ui/marks/instant.tsx';
import { Priority, State } from '../ui/marks/record-marks.tsx';
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
  {
    id: 'id',
    header: 'Id',
    width: '108px',
    isOnNarrow: true,
    render: ({ id }) => <IdCell>{id}</IdCell>,
  },
  {
    id: 'title',
    header: 'Title',
    width: 'minmax(160px, 1fr)',
    render: ({ id, short_description, left }) => (
      <TitleCell left={left}>
        <Link to="/requests/$id" params={{ id }} tabIndex={-1}>
          {short_description}
        </Link>
      </TitleCell>
    ),
  },
  {
    id: 'item',
    header: 'Item',
    width: '144px',
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
    id: 'for',
    header: 'For',
    width: '112px',
    isOnNarrow: true,
    render: ({ requested_for, requested_by }) => (
      <PersonCell email={requested_for ?? requested_by} />
    ),
  },
  {
    id: 'assignee',
    header: 'Assignee',
    width: '112px',
    render: ({ assigned_to }) => <PersonCell email={assigned_to} />,
  },
  {
    id: 'due',
    header: 'Due',
    width: '112px',
    render: ({ due_at, state }) =>
      due_at === null ? <TextCell text={null} /> : <Instant at={due_at} kind={dueKind(state)} />,
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '108px',
    align: 'end',
    isWide: true,
    sort: { by: 'updated_at', first: 'desc' },
    render: ({ updated_at }) => <Instant at={updated_at} />,
  },
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
  { name: 'q', label: 'Text', from: 'text' },
  { name: 'created_after', label: 'Created after', from: 'day' },
  { name: 'created_before', label: 'Created before', from: 'day' },
];
