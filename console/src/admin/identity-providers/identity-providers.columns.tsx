import type { IdentityProvider } from '../../api/index.ts';
import {
  idColumn,
  type ListColumn,
  TextCell,
  titleColumn,
  updatedColumn,
} from '../../lists/index.ts';

const stateOf = ({ active }: IdentityProvider): string => (active ? 'Active' : 'Inactive');

export const identityProviderColumns: readonly ListColumn<IdentityProvider>[] = [
  idColumn({ isWide: true }),
  titleColumn(({ name }) => name, {
    field: 'name',
    header: 'Name',
    width: 'minmax(120px, 1fr)',
  }),
  {
    id: 'domains',
    header: 'Domains',
    width: 'minmax(120px, 1fr)',
    isOnNarrow: true,
    render: ({ domains }) => <TextCell text={domains.join(', ')} />,
  },
  {
    id: 'issuer',
    header: 'Issuer',
    width: 'minmax(160px, 1fr)',
    isWide: true,
    render: ({ issuer }) => <TextCell text={issuer} />,
  },
  {
    id: 'active',
    header: 'State',
    width: '96px',
    isOnNarrow: true,
    text: stateOf,
    render: (provider) => stateOf(provider),
  },
  updatedColumn({ isWide: true }),
];
