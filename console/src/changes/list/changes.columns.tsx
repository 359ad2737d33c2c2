// The columns and filters of the list of changes.
import { Link } from '@tanstack/react-router';

import {
  type FilterRow,
  IdCell,
  type ListColumn,
  PersonCell,
  TextCell,
  TitleCell,
} from '../../lists/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { Level, State } from '../../ui/marks/record-marks.tsx';
import type { ChangeListRow } from './changes.list.ts';
import { riskLabels, stateLabels, typeLabels } from '../changes.words.ts';

export const changeColumns: readonly ListColumn<ChangeListRow>[] = [
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
        <Link to="/changes/$id" params={{ id }} tabIndex={-1}>
          {short_description}
        </Link>
      </TitleCell>
    ),
  },
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
  {
    id: 'planned',
    header: 'Planned',
    width: '108px',
    render: ({ planned_start_at }) =>
      planned_start_at === null ? (
        <TextCell text={null} />
      ) : (
        <Instant at={planned_start_at} kind="planned" />
      ),
  },
  {
    id: 'assignee',
    header: 'Assignee',
    width: '112px',
    render: ({ assigned_to }) => <PersonCell email={assigned_to} />,
  },
  {
    id: 'group',
    header: 'Group',
    width: '128px',
    isWide: true,
    render: ({ assignment_group }) => <TextCell text={assignment_group} />,
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

export const changeFilters: readonly FilterRow[] = [
  { name: 'state', label: 'State', values: stateLabels },
  { name: 'type', label: 'Type', values: typeLabels },
  { name: 'risk', label: 'Risk', values: riskLabels },
  { name: 'assigned_to', label: 'Assignee', from: 'person' },
  { name: 'assignment_group', label: 'Group', from: 'group' },
  { name: 'requested_by', label: 'Requested by', from: 'person' },
  { name: 'q', label: 'Text', from: 'text' },
  { name: 'planned_after', label: 'Planned after', from: 'day' },
  { name: 'planned_before', label: 'Planned before', from: 'day' },
];
