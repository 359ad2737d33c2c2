import Type from 'typebox';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { may } from '../roles.ts';
import { UserId } from '../users/users.schema.ts';
import { listOwnFactors } from './factors.handlers.ts';
import { deleteUserFactors } from './reset.ts';

const instant = Type.String({ format: 'date-time' });

const Factor = object(
  {
    id: Type.String(),
    kind: oneOf(['totp', 'passkey'], { description: 'totp: authenticator app.' }),
    name: Type.String(),
    created_at: instant,
    last_used_at: nullable(instant),
  },
  {
    title: 'Factor',
    examples: [
      {
        id: '0b6f0c0e-6d0a-4c1e-8d59-6f3f5a1f9b52',
        kind: 'passkey',
        name: 'Laptop',
        created_at: '2026-11-15T09:30:00.000Z',
        last_used_at: null,
      },
    ],
  },
);

const OwnFactors = object(
  {
    data: Type.Array(Factor),
    recovery_codes: Type.Integer({ description: 'Number of recovery codes that are left.' }),
    required: Type.Boolean({ description: 'Whether one of your roles needs a second factor.' }),
    url: Type.String({ description: 'Page on which you manage your factors.' }),
  },
  { title: 'FactorList' },
);

const FactorsReset = object(
  { id: UserId, removed: Type.Integer({ description: 'Number of factors that were removed.' }) },
  { title: 'FactorsReset', examples: [{ id: 'USR0000042', removed: 2 }] },
);

export const factorRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/profile/factors',
    operationId: 'listFactors',
    tag: 'Profile',
    summary: 'List your factors',
    description:
      'Your second factors, the oldest first. Keys are never returned. Empty if the instance uses another identity provider.',
    policy: may('profile.use'),
    success: { status: 200, description: 'Your factors.', schema: OwnFactors },
    read: listOwnFactors,
  }),
  writes({
    method: 'DELETE',
    path: '/users/:id/factors',
    operationId: 'deleteUserFactors',
    tag: 'Users',
    summary: 'Delete second factors',
    description:
      'Removes all second factors and recovery codes of a person who has lost them, ends their sessions and sends them a mail. Their password stays.',
    policy: may('users.manage'),
    params: object({ id: UserId }),
    success: { status: 200, description: 'The factors were removed.', schema: FactorsReset },
    write: deleteUserFactors,
  }),
];
