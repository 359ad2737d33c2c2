// The columns and filters of the list of users.
import type { User } from '../../api/index.ts';
import { type FilterRow, IdCell, type ListColumn, TextCell, TitleCell } from '../../lists/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { rolesText } from '../roles.tsx';

export const userColumns: readonly ListColumn<User>[] = [
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
    id: 'roles',
    header: 'Roles',
    width: '160px',
    isOnNarrow: true,
    render: ({ roles, active }) => <TextCell text={active ? rolesText(roles) : 'Not active'} />,
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

export const userFilters: readonly FilterRow[] = [{ name: 'email', label: 'E-mail', from: 'text' }];
