import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { object } from '../../platform/http/input/schema.ts';
import { may } from '../roles.ts';
import {
  Client,
  ClientCreate,
  ClientId,
  ClientUpdate,
  ClientWithSecret,
} from './clients.schema.ts';
import {
  createClient,
  getClient,
  listClients,
  rotateSecret,
  updateClient,
} from './clients.service.ts';

const params = object({ id: ClientId });
const tag = 'Clients';
const policy = may('clients.manage');

export const clientRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/clients',
    operationId: 'listClients',
    tag,
    summary: 'List clients',
    description: 'Newest first. Secrets are not returned.',
    policy,
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: true }),
    success: {
      status: 200,
      description: 'A page of clients.',
      schema: listEnvelope(Client, 'ClientList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listClients,
  }),
  writes({
    method: 'POST',
    path: '/clients',
    operationId: 'createClient',
    tag,
    summary: 'Create a client',
    description:
      'A client is a program that obtains tokens from the identity provider with `client_id` and `secret`. `secret` is returned only in this response.',
    policy,
    body: ClientCreate,
    success: { status: 201, description: 'The client and its secret.', schema: ClientWithSecret },
    errors: ['already_exists'],
    returnsSecret: true,
    write: createClient,
  }),
  reads({
    method: 'GET',
    path: '/clients/:id',
    operationId: 'getClient',
    tag,
    summary: 'Get a client',
    description: 'The secret is not included; only its hash is stored.',
    policy,
    params,
    success: { status: 200, description: 'The client.', schema: Client },
    read: getClient,
  }),
  patches({
    method: 'PATCH',
    path: '/clients/:id',
    operationId: 'updateClient',
    tag,
    summary: 'Update a client',
    description:
      'Changing `roles`, `email` or `active` revokes the tokens of the client, and those of people who signed in to it, within two seconds in every process; new ones can be obtained as before. `active: false` also ends the logins of people with the client, so their refresh tokens stay invalid when it is active again.',
    policy,
    params,
    body: ClientUpdate,
    success: { status: 200, description: 'The updated client.', schema: Client },
    errors: ['version_mismatch'],
    patch: updateClient,
  }),
  writes({
    method: 'POST',
    path: '/clients/:id/rotate-secret',
    operationId: 'rotateClientSecret',
    tag,
    summary: 'Rotate client secret',
    description:
      'The old secret stops working at once, issued tokens are revoked, and the logins of people with the client end. The new secret is returned only in this response.',
    policy,
    params,
    success: { status: 200, description: 'The client and its secret.', schema: ClientWithSecret },
    errors: ['version_mismatch'],
    returnsSecret: true,
    write: rotateSecret,
  }),
];
