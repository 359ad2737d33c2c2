import Type from 'typebox';
import { anyOf, listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { object } from '../../platform/http/input/schema.ts';
import { EmailAddress } from '../clients/clients.schema.ts';
import { may } from '../roles.ts';
import { User, UserCreate, UserId, UserUpdate } from './users.schema.ts';
import { createUser, getUser, inviteUser, listUsers, updateUser } from './users.service.ts';

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
    description:
      'E-mail addresses are unique, regardless of case. `invite` lets the person choose the first password.',
    policy,
    body: UserCreate,
    success: { status: 201, description: 'The user.', schema: User },
    errors: ['already_exists', 'cannot_invite'],
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
    errors: [
      'already_exists',
      'granted_by_rule',
      'last_administrator',
      'provisioned',
      'version_mismatch',
    ],
    patch: updateUser,
  }),
  writes({
    method: 'POST',
    path: '/users/:id/invite',
    operationId: 'inviteUser',
    tag,
    summary: 'Invite a user',
    description:
      'Sends a mail with a link for one use within 7 days, with which the person chooses the first password. The link of an earlier invitation ends.',
    policy,
    params,
    success: { status: 200, description: 'The invited user.', schema: User },
    errors: ['cannot_invite', 'version_mismatch'],
    write: inviteUser,
  }),
];
