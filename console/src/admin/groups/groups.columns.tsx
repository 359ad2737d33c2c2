// The columns and filters of the list of groups.
import type { Group } from '../../api/index.ts';
import { type FilterRow, IdCell, type ListColumn, TextCell, TitleCell } from '../../lists/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';

export const groupColumns: readonly ListColumn<Group>[] = [
  {
    id: 'id',
    header: 'Id',
    width: '112px',
    isWide: true,
    render: ({ id }) => <IdCell>{id}</IdCell>,
  },
  {
    id: 'title',
    header: 'Name',
    width: 'minmax(140px, 1fr)',
    render: ({ name }) => (
      <TitleCell>
        <b>{name}</b>
      </TitleCell>
    ),
  },
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
  {
    id: 'updated',
    header: 'Updated',
    width: '108px',
    align: 'end',
    isWide: true,
    render: ({ updated_at }) => <Instant at={updated_at} />,
  },
];

export const groupFilters: readonly FilterRow[] = [{ name: 'name', label: 'Name', from: 'text' }];
