import type { ClientRow } from '../../api/index.ts';
import {
  idColumn,
  type ListColumn,
  TextCell,
  titleColumn,
  updatedColumn,
} from '../../lists/index.ts';
import { rolesText } from '../form/roles.tsx';

export const clientColumns: readonly ListColumn<ClientRow>[] = [
  titleColumn(({ name }) => name, {
    field: 'name',
    header: 'Name',
    width: 'minmax(140px, 1fr)',
  }),
  idColumn({
    field: 'client_id',
    header: 'Client id',
    width: 'minmax(120px, 1fr)',
    isOnNarrow: true,
  }),
  {
    id: 'address',
    header: 'Acts as',
    width: 'minmax(140px, 1fr)',
    isWide: true,
    render: ({ address }) => <TextCell text={address} />,
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
