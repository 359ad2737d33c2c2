// Clients: programs that obtain tokens.
import {
  clientQuery,
  type ClientRow,
  createClient,
  type Role,
  updateClient,
} from '../../api/index.ts';
import type { AdminRecord } from '../form/admin-record.ts';
import { RecordPage } from '../form/record-page.tsx';
import { clientColumns } from './clients.columns.tsx';
import { clientList } from './clients.list.ts';
import { RotateButton } from './rotate-button.tsx';

interface ClientValues {
  name: string;
  client_id: string;
  email: string;
  roles: readonly Role[];
  redirect_uris: readonly string[];
  active: boolean;
}

const bodyOf = ({ name, client_id, email, roles, redirect_uris, active }: ClientValues) => ({
  name: name.trim(),
  email: email.trim() === '' ? null : email.trim(),
  roles: [...roles],
  redirect_uris: [...redirect_uris],
  active,
  ...(client_id.trim() !== '' && { client_id: client_id.trim() }),
});

const clients: AdminRecord<ClientRow, ClientValues, ReturnType<typeof bodyOf>> = {
  noun: 'client',
  heading: 'Clients',
  list: clientList,
  columns: clientColumns,
  filters: [],
  none: { title: 'There are no clients', text: 'Create one for a program that uses the API.' },
  query: clientQuery,
  create: createClient,
  update: updateClient,
  blank: {
    name: '',
    client_id: '',
    email: '',
    roles: ['agent'],
    redirect_uris: [],
    active: true,
  },
  valuesOf: ({ name, email, roles, redirect_uris, active }) => ({
    name,
    client_id: '',
    email: email ?? '',
    roles,
    redirect_uris,
    active,
  }),
  bodyOf,
  fields: [
    { name: 'name', kind: 'text', label: 'Name', maxLength: 255, missing: 'Write a name first.' },
    {
      name: 'client_id',
      kind: 'text',
      label: 'Client id, or empty for one of the service',
      maxLength: 63,
      isOnlyNew: true,
    },
    {
      name: 'email',
      kind: 'email',
      label: 'E-mail address under which it acts, or empty for the default',
    },
    { name: 'roles', kind: 'roles', label: 'Roles', missing: 'Choose at least one role.' },
    {
      name: 'redirect_uris',
      kind: 'lines',
      label: 'Redirect URIs, one per line, for sign-in with a browser',
    },
    {
      name: 'active',
      kind: 'check',
      label: 'Active',
      detail: 'Otherwise it gets no tokens, and those it has are refused.',
    },
  ],
  notes: {
    update: 'Other roles, another address, and deactivation end its tokens within two seconds.',
  },
  actions: (client, onSecret) => <RotateButton client={client} onSecret={onSecret} />,
};

export const ClientsPage = () => <RecordPage record={clients} />;
