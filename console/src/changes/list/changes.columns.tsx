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
} from '../../lists/index.ts';
import { Level, State } from '../../ui/marks/record-marks.tsx';
import type { ChangeListRow } from './changes.list.ts';
import { riskLabels, stateLabels, typeLabels } from '../changes.words.ts';

export const changeColumns: readonly ListColumn<ChangeListRow>[] = [
  idColumn({ isOnNarrow: true }),
  titleColumn(({ short_description }) => short_description, {
    to: '/changes/$id',
    field: 'short_description',
  }),
  {
    id: 'state',
    header: 'State',
    width: '128px',
    isOnNarrow: true,
    render: ({ state }) => <State value={state} />,
  },
  {
    id: 'risk',
    header: 'Risk',
    width: '88px',
    isOnNarrow: true,
    render: ({ risk }) => <Level value={risk} label={riskLabels[risk]} />,
  },
  {
    id: 'type',
    header: 'Type',
    width: '104px',
    isWide: true,
    render: ({ type }) => <TextCell text={typeLabels[type]} />,
  },
  timeColumn({
    id: 'planned',
    field: 'planned_start_at',
    header: 'Planned',
    at: ({ planned_start_at }) => planned_start_at,
    kind: () => 'planned',
  }),
  {
    id: 'assignee',
    field: 'assigned_to',
    header: 'Assignee',
    width: '132px',
    render: ({ assigned_to }) => <PersonCell email={assigned_to} />,
  },
  {
    id: 'group',
    field: 'assignment_group',
    header: 'Group',
    width: '120px',
    isWide: true,
    render: ({ assignment_group }) => <TextCell text={assignment_group} />,
  },
  updatedColumn({ isWide: true, ...sortedByUpdate }),
];

export const changeFilters: readonly FilterRow[] = [
  { name: 'state', label: 'State', values: stateLabels },
  { name: 'type', label: 'Type', values: typeLabels },
  { name: 'risk', label: 'Risk', values: riskLabels },
  { name: 'assigned_to', label: 'Assignee', from: 'person' },
  { name: 'assignment_group', label: 'Group', from: 'group' },
  { name: 'requested_by', label: 'Requested by', from: 'person' },
  { name: 'decidable', label: 'Waits for my decision', values: { true: 'Yes' } },
  { name: 'q', label: 'Text', from: 'text' },
  { name: 'planned_after', label: 'Planned after', from: 'day' },
  { name: 'planned_before', label: 'Planned before', from: 'day' },
];
