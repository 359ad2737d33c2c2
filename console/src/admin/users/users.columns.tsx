import type { User } from '../../api/index.ts';
import {
  type FilterRow,
  idColumn,
  type ListColumn,
  TextCell,
  titleColumn,
  updatedColumn,
} from '../../lists/index.ts';
import { rolesText } from '../form/roles.tsx';

export const userColumns: readonly ListColumn<User>[] = [
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
    id: 'roles',
    header: 'Roles',
    width: '160px',
    isOnNarrow: true,
    text: ({ roles, active }) => (active ? rolesText(roles) : 'Inactive'),
    render: ({ roles, active }) => <TextCell text={active ? rolesText(roles) : 'Inactive'} />,
  },
  updatedColumn({ isWide: true }),
];

export const userFilters: readonly FilterRow[] = [{ name: 'email', label: 'E-mail', from: 'text' }];
