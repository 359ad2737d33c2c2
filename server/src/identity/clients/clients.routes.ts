// Administration of clients.
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
    description: 'Newest first. Secrets are never shown.',
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
    summary: 'Register a client',
    description:
      'A program that gets tokens with `client_id` and `secret` at the identity provider. `secret` stands in this answer alone.',
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
    summary: 'Get one client',
    description: 'Without its secret, of which only a hash is kept.',
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
    summary: 'Change a client',
    description:
      'A change of `roles`, `email` or `active` ends the tokens that are out, within two seconds in every process; the client gets new ones as before.',
    policy,
    params,
    body: ClientUpdate,
    success: { status: 200, description: 'The client as it is now.', schema: Client },
    errors: ['version_mismatch'],
    patch: updateClient,
  }),
  writes({
    method: 'POST',
    path: '/clients/:id/rotate-secret',
    operationId: 'rotateClientSecret',
    tag,
    summary: 'Give a client a new secret',
    description:
      'The old secret, and the tokens that are out, end at once. The new one stands in this answer alone.',
    policy,
    params,
    success: { status: 200, description: 'The client and its secret.', schema: ClientWithSecret },
    errors: ['version_mismatch'],
    returnsSecret: true,
    write: rotateSecret,
  }),
];
