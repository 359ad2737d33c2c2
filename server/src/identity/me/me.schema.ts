import Type, { type Static } from 'typebox';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { ownAttributes } from '../users/attributes.schema.ts';

export const Me = object(
  {
    id: Type.String({ description: 'Subject of the token: a user or a client.' }),
    email: Type.String({ description: 'E-mail address under which your actions are recorded.' }),
    name: nullable(
      Type.String({ description: 'Name of the user or client; null if it is not managed here.' }),
    ),
    ...ownAttributes,
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
        locale: 'de-CH',
        time_zone: 'Europe/Zurich',
        away_until: null,
        delegate: null,
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

export const MeUpdate = Type.Partial(object(ownAttributes), {
  title: 'MeUpdate',
  additionalProperties: false,
  minProperties: 1,
  'x-read-only': Object.keys(Me.properties).filter((name) => !(name in ownAttributes)),
  examples: [
    {
      locale: 'de-CH',
      time_zone: 'Europe/Zurich',
      away_until: '2026-12-24T17:00:00Z',
      delegate: 'ben@example.com',
    },
  ],
});
export type MeUpdate = Static<typeof MeUpdate>;
