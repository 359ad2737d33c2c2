import { queryOptions } from '@tanstack/react-query';
import type {
  ClientCreate,
  ClientUpdate,
  ClientWithSecret,
  FieldCreate,
  FieldUpdate,
  GroupCreate,
  GroupUpdate,
  HandOver,
  ScimConnectorCreate,
  ScimConnectorUpdate,
  ScimConnectorWithToken,
  SettingsUpdate,
  User,
  UserCreate,
  UserUpdate,
} from '@signalbox/sdk';
import { client } from './client.ts';
import { type ClientRow, rowOfClient } from './admin-lists.ts';

export type { Entry, Group, OpenWork, Settings, SettingsUpdate, User } from '@signalbox/sdk';

export type Role = User['roles'][number];
export const roles: readonly Role[] = [
  'super_admin',
  'itsm_manager',
  'agent',
  'requester',
  'auditor',
];

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => client.users.get(id, { signal }),
  });

export const createUser = (user: UserCreate) => client.users.create(user);
export const updateUser = (id: string, patch: UserUpdate, version: number) =>
  client.users.update(id, patch, { ifMatch: version });

export const inviteUser = (id: string, version: number) =>
  client.users.invite(id, { ifMatch: version });

export const resetFactors = (id: string) => client.users.resetFactors(id);

export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['clients', id],
    queryFn: async ({ signal }) => rowOfClient(await client.clients.get(id, { signal })),
  });

export const createClient = async (
  one: ClientCreate,
): Promise<ClientRow & { secret: ClientWithSecret['secret'] }> => {
  const created = await client.clients.create(one);
  return { ...created, id: created.client_id };
};
export const updateClient = async (id: string, patch: ClientUpdate, version: number) =>
  rowOfClient(await client.clients.update(id, patch, { ifMatch: version }));
export const rotateClientSecret = (id: string, version: number): Promise<ClientWithSecret> =>
  client.clients.rotateSecret(id, { ifMatch: version });

export const connectorQuery = (id: string) =>
  queryOptions({
    queryKey: ['scim-connectors', id],
    queryFn: ({ signal }) => client.scimConnectors.get(id, { signal }),
  });

/** The token is shown as secrets of other records are. */
const withSecret = ({ token, ...connector }: ScimConnectorWithToken) => ({
  ...connector,
  secret: token,
});

export const createConnector = async (one: ScimConnectorCreate) =>
  withSecret(await client.scimConnectors.create(one));
export const updateConnector = (id: string, patch: ScimConnectorUpdate, version: number) =>
  client.scimConnectors.update(id, patch, { ifMatch: version });
export const rotateConnectorToken = async (id: string, version: number) =>
  withSecret(await client.scimConnectors.rotate(id, { ifMatch: version }));

export const groupQuery = (id: string) =>
  queryOptions({
    queryKey: ['groups', id],
    queryFn: ({ signal }) => client.groups.get(id, { signal }),
  });

export const createGroup = (group: GroupCreate) => client.groups.create(group);
export const updateGroup = (id: string, patch: GroupUpdate, version: number) =>
  client.groups.update(id, patch, { ifMatch: version });

export type { FieldCreate } from '@signalbox/sdk';

export const createField = (field: FieldCreate) => client.fields.create(field);
export const updateField = (id: string, patch: FieldUpdate, version: number) =>
  client.fields.update(id, patch, { ifMatch: version });

export const updateSettings = (patch: SettingsUpdate, version: number) =>
  client.settings.update(patch, { ifMatch: version });

/** Shows what somebody leaves behind. */
export const openWorkQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', id, 'open-work'],
    queryFn: ({ signal }) => client.users.getOpenWork(id, { signal }),
  });

/** Queues a job that hands the open records over. */
export const handOver = (id: string, body: HandOver) => client.users.handOver(id, body);

/** Counts the records that follow when the group is renamed. */
export const groupWorkQuery = (id: string) =>
  queryOptions({
    queryKey: ['groups', id, 'open-work'],
    queryFn: async ({ signal }) => {
      const { records } = await client.groups.getOpenWork(id, { signal });
      return records.reduce((sum, { total }) => sum + total, 0);
    },
  });
