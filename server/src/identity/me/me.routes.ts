import Type from 'typebox';
import { reads, type Route } from '../../platform/http/routes/route.ts';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { may } from '../roles.ts';
import { getMe } from './me.handlers.ts';

const Me = object(
  {
    id: Type.String({ description: 'Subject of the token: a user or a client.' }),
    email: Type.String({ description: 'E-mail address under which your actions are recorded.' }),
    name: nullable(
      Type.String({ description: 'Name of the user or client; null if it is not managed here.' }),
    ),
    roles: Type.Array(Type.String()),
    groups: Type.Array(Type.String(), {
      description: 'Names of the groups that you are a member of.',
    }),
    permissions: Type.Array(
      object({
        name: Type.String(),
        reach: oneOf(['all', 'own'], {
          description: 'all: every record. own: records that you opened.',
        }),
      }),
      { description: 'The combined permissions of your roles.' },
    ),
    limits: object(
      {
        requests_per_second: Type.Integer(),
        requests_per_minute: Type.Record(Type.String(), Type.Integer(), {
          description: 'Limits of the endpoints with their own bucket, by bucket name.',
        }),
      },
      { description: 'Your rate limits, over all processes of the instance.' },
    ),
    key_id: Type.Optional(
      Type.String({ description: 'The API key this token was exchanged for.' }),
    ),
    interactive: Type.Boolean({
      description: 'Whether the token comes from an interactive login.',
    }),
  },
  {
    title: 'Me',
    examples: [
      {
        id: 'USR0000042',
        email: 'ada@example.com',
        name: 'Ada Ellis',
        roles: ['requester'],
        groups: ['Web Platform'],
        permissions: [
          { name: 'incidents.read', reach: 'own' },
          { name: 'incidents.create', reach: 'all' },
        ],
        limits: { requests_per_second: 100, requests_per_minute: { 'ai.ask': 60 } },
        interactive: true,
      },
    ],
  },
);

export const meRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    tag: 'Profile',
    summary: 'Get your identity',
    description: 'Your identity, roles, groups, permissions and rate limits.',
    policy: may('profile.use'),
    success: { status: 200, description: 'The caller.', schema: Me },
    read: getMe,
  }),
];
