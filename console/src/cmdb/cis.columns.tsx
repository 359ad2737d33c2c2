import type { CiRow } from '../api/index.ts';
import {
  type FilterRow,
  idColumn,
  type ListColumn,
  PersonCell,
  sortedByUpdate,
  TextCell,
  titleColumn,
  updatedColumn,
} from '../lists/index.ts';
import { Level, State } from '../ui/marks/record-marks.tsx';
import { criticalityLabels, statusLabels } from './ci.words.ts';

export const ciColumns: readonly ListColumn<CiRow>[] = [
  idColumn({ isOnNarrow: true, width: '96px' }),
  titleColumn(({ name }) => name, { to: '/cmdb/$id', field: 'name', header: 'Name' }),
  {
    id: 'class',
    header: 'Class',
    width: '112px',
    isOnNarrow: true,
    render: ({ class: name }) => <TextCell text={name} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '124px',
    isOnNarrow: true,
    render: ({ status }) => <State value={status} />,
  },
  {
    id: 'criticality',
    header: 'Criticality',
    width: '104px',
    text: ({ criticality }) => (criticality === null ? '' : criticalityLabels[criticality]),
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
    width: '132px',
    isWide: true,
    render: ({ owner }) => <PersonCell email={owner} />,
  },
  {
    id: 'group',
    field: 'support_group',
    header: 'Group',
    width: '116px',
    isWide: true,
    render: ({ support_group }) => <TextCell text={support_group} />,
  },
  updatedColumn(sortedByUpdate),
];

export const ciFilters: readonly FilterRow[] = [
  { name: 'status', label: 'Status', values: statusLabels },
  { name: 'q', label: 'Text', from: 'text' },
  { name: 'class', label: 'Class', from: 'text' },
  { name: 'environment', label: 'Environment', from: 'text' },
  { name: 'owner', label: 'Owner', from: 'person' },
  { name: 'support_group', label: 'Group', from: 'group' },
  { name: 'updated_after', label: 'Updated after', from: 'day' },
];
