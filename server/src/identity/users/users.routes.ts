// Administration of people.
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
      { email: Type.Optional(anyOf(EmailAddress, 'The address, as it is written.')) },
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
    summary: 'Register a user',
    description: 'An address belongs to one user, whatever its case.',
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
    summary: 'Get one user',
    description: 'Passwords are never shown.',
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
    summary: 'Change a user',
    description:
      'A change of `roles`, `email`, `active` or `password` ends the tokens that are out, within two seconds in every process. A new password also ends the sessions.',
    policy,
    params,
    body: UserUpdate,
    success: { status: 200, description: 'The user as they are now.', schema: User },
    errors: ['already_exists', 'version_mismatch'],
    patch: updateUser,
  }),
];
