import Type from 'typebox';
import { anyOf, listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { object } from '../../platform/http/input/schema.ts';
import { EmailAddress } from '../clients/clients.schema.ts';
import { may } from '../roles.ts';
import { User, UserCreate, UserId, UserUpdate } from './users.schema.ts';
import { createUser, getUser, listUsers, updateUser } from './users.service.ts';

const params = object({ id: UserId });
const tag = 'Users';
const policy = may('users.manage');

export const userRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/users',
    operationId: 'listUsers',
    tag,
    summary: 'List users',
    description: 'Newest first.',
    policy,
    query: listQuery(
      { email: Type.Optional(anyOf(EmailAddress, 'Exact e-mail address.')) },
      { sorts: ['created_at'], order: 'desc', pages: true },
    ),
    success: {
      status: 200,
      description: 'A page of users.',
      schema: listEnvelope(User, 'UserList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listUsers,
  }),
  writes({
    method: 'POST',
    path: '/users',
    operationId: 'createUser',
    tag,
    summary: 'Create a user',
    description: 'E-mail addresses are unique, regardless of case.',
    policy,
    body: UserCreate,
    success: { status: 201, description: 'The user.', schema: User },
    errors: ['already_exists'],
    write: createUser,
  }),
  reads({
    method: 'GET',
    path: '/users/:id',
    operationId: 'getUser',
    tag,
    summary: 'Get a user',
    description: 'Passwords are never returned.',
    policy,
    params,
    success: { status: 200, description: 'The user.', schema: User },
    read: getUser,
  }),
  patches({
    method: 'PATCH',
    path: '/users/:id',
    operationId: 'updateUser',
    tag,
    summary: 'Update a user',
    description:
      'Changing `roles`, `email`, `active` or `password` revokes the tokens of the user within two seconds in every process. A new password also ends all sessions of the user. `active: false` also ends their sessions, API keys and event streams, cancels their unfinished jobs and suspends their outbound webhooks; `active: true` returns none of them.',
    policy,
    params,
    body: UserUpdate,
    success: { status: 200, description: 'The updated user.', schema: User },
    errors: ['already_exists', 'granted_by_rule', 'last_administrator', 'version_mismatch'],
    patch: updateUser,
  }),
];
