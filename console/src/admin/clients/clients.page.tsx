// A client is a program that obtains tokens of its own.
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
  none: {
    title: 'There are no clients',
    text: 'Create a client for each program that uses the API.',
  },
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
    { name: 'name', kind: 'text', label: 'Name', maxLength: 255, missing: 'Enter a name first.' },
    {
      name: 'client_id',
      kind: 'text',
      label: 'Client id, or empty to have one generated',
      maxLength: 63,
      isOnlyNew: true,
    },
    {
      name: 'email',
      kind: 'email',
      label: 'E-mail address it acts under, or empty for the default',
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
      detail: 'An inactive client gets no tokens, and the tokens it has are refused.',
    },
  ],
  notes: {
    update:
      'Changing the roles or the address, or deactivating the client, revokes its tokens within two seconds.',
  },
  actions: (client, onSecret) => <RotateButton client={client} onSecret={onSecret} />,
};

export const ClientsPage = () => <RecordPage record={clients} />;
