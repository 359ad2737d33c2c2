import type { Group } from '../../api/index.ts';
import {
  type FilterRow,
  idColumn,
  type ListColumn,
  TextCell,
  titleColumn,
  updatedColumn,
} from '../../lists/index.ts';

export const groupColumns: readonly ListColumn<Group>[] = [
  idColumn({ isWide: true }),
  titleColumn(({ name }) => name, {
    field: 'name',
    header: 'Name',
    width: 'minmax(140px, 1fr)',
  }),
  {
    id: 'email',
    header: 'E-mail',
    width: 'minmax(140px, 1fr)',
    isOnNarrow: true,
    render: ({ email }) => <TextCell text={email} />,
  },
  {
    id: 'members',
    header: 'Members',
    width: '96px',
    align: 'end',
    isOnNarrow: true,
    render: ({ members }) => members.length,
  },
  updatedColumn({ isWide: true }),
];

export const groupFilters: readonly FilterRow[] = [{ name: 'name', label: 'Name', from: 'text' }];
