import type { Connector } from '../../api/index.ts';
import { idColumn, type ListColumn, TextCell, titleColumn } from '../../lists/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';

export const connectorColumns: readonly ListColumn<Connector>[] = [
  titleColumn(({ name }) => name, {
    field: 'name',
    header: 'Name',
    width: 'minmax(140px, 1fr)',
  }),
  idColumn({ isWide: true }),
  {
    id: 'active',
    header: 'State',
    width: '100px',
    isOnNarrow: true,
    text: ({ active }) => (active ? 'Active' : 'Inactive'),
    render: ({ active }) => <TextCell text={active ? 'Active' : 'Inactive'} />,
  },
  {
    id: 'last_used_at',
    header: 'Last used',
    width: '140px',
    isOnNarrow: true,
    render: ({ last_used_at: at }) => (at ? <Instant at={at} /> : <TextCell text="Never" />),
  },
  {
    id: 'expires_at',
    header: 'Token expires',
    width: '140px',
    isWide: true,
    render: ({ expires_at: at }) => <Instant at={at} kind="planned" />,
  },
];
