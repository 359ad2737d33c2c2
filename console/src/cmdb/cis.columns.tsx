// The columns and filters of the list of configuration items.
import { Link } from '@tanstack/react-router';
import type { CiSummary } from '../api/index.ts';
import {
  type FilterRow,
  IdCell,
  type ListColumn,
  PersonCell,
  TextCell,
  TitleCell,
} from '../lists/index.ts';
import { Instant } from '../ui/marks/instant.tsx';
import { Level, State } from '../ui/marks/record-marks.tsx';
import { criticalityLabels, statusLabels } from './ci.words.ts';

export const ciColumns: readonly ListColumn<CiSummary>[] = [
  {
    id: 'id',
    header: 'Id',
    width: '96px',
    isOnNarrow: true,
    render: ({ id }) => <IdCell>{id}</IdCell>,
  },
  {
    id: 'title',
    header: 'Name',
    width: 'minmax(160px, 1fr)',
    render: ({ id, name, left }: CiSummary & { left?: string }) => (
      <TitleCell left={left}>
        <Link to="/cmdb/$id" params={{ id }} tabIndex={-1}>
          {name}
        </Link>
      </TitleCell>
    ),
  },
  {
    id: 'class',
    header: 'Class',
    width: '128px',
    isOnNarrow: true,
    render: ({ class: name }) => <TextCell text={name} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '128px',
    isOnNarrow: true,
    render: ({ status }) => <State value={status} />,
  },
  {
    id: 'criticality',
    header: 'Criticality',
    width: '104px',
    render: ({ criticality }) =>
      criticality === null ? (
        <TextCell text={null} />
      ) : (
        <Level value={criticality} label={criticalityLabels[criticality]} />
      ),
  },
  {
    id: 'environment',
    header: 'Environment',
    width: '112px',
    isWide: true,
    render: ({ environment }) => <TextCell text={environment} />,
  },
  {
    id: 'owner',
    header: 'Owner',
    width: '120px',
    isWide: true,
    render: ({ owner }) => <PersonCell email={owner} />,
  },
  {
    id: 'group',
    header: 'Group',
    width: '128px',
    isWide: true,
    render: ({ support_group }) => <TextCell text={support_group} />,
  },
  {
    id: 'updated',
    header: 'Updated',
    width: '108px',
    align: 'end',
    sort: { by: 'updated_at', first: 'desc' },
    render: ({ updated_at }) => <Instant at={updated_at} />,
  },
];

export const ciFilters: readonly FilterRow[] = [
  { name: 'status', label: 'Status', values: statusLabels },
  { name: 'class', label: 'Class', from: 'text' },
  { name: 'environment', label: 'Environment', from: 'text' },
  { name: 'owner', label: 'Owner', from: 'person' },
  { name: 'support_group', label: 'Group', from: 'group' },
  { name: 'updated_after', label: 'Updated after', from: 'day' },
];
