// The columns of the list of clients.
import type { ClientRow } from '../../api/index.ts';
import { IdCell, type ListColumn, TextCell, TitleCell } from '../../lists/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { rolesText } from '../roles.tsx';

export const clientColumns: readonly ListColumn<ClientRow>[] = [
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
    id: 'id',
    header: 'Client id',
    width: 'minmax(120px, 1fr)',
    isOnNarrow: true,
    render: ({ id }) => <IdCell>{id}</IdCell>,
  },
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
