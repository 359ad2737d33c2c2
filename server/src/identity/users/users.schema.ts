import Type, { type Static } from 'typebox';
import { idText, nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { EmailAddress, RoleList } from '../clients/clients.schema.ts';
import { attributes, exampleOfAttributes, readOnlyAttributes } from './attributes.schema.ts';
import { roles } from '../roles.ts';

export const UserId = idText('User ids', { pattern: '^USR[0-9A-Z]{7}$', example: 'USR0000042' });

/** Only the length is checked, not complexity, as NIST SP 800-63B recommends; the maximum limits the cost of hashing. */
export const PASSWORD = { minLength: 12, maxLength: 256 };

const fields = {
  email: EmailAddress,
  name: Type.String({ maxLength: 255, pattern: '\\S' }),
  roles: RoleList,
  active: Type.Boolean({
    description:
      'If false, the user cannot log in. Setting it to false ends sessions, API keys, tokens, event streams and unfinished jobs of the user, and setting it to true returns none of them.',
  }),
};
const password = Type.String({
  ...PASSWORD,
  description: 'Never returned. A user without a password cannot log in here.',
});

const readOnly = [
  'id',
  'invited_at',
  'invitation_expires_at',
  ...Object.keys(readOnlyAttributes),
  'version',
  'created_at',
  'updated_at',
];

export const User = object(
  {
    id: UserId,
    ...fields,
    ...attributes,
    ...readOnlyAttributes,
    invited_at: nullable(
      Type.String({
        format: 'date-time',
        description: 'When the invitation was sent that the person has not used yet; else null.',
      }),
    ),
    invitation_expires_at: nullable(
      Type.String({ format: 'date-time', description: 'When the invitation expires.' }),
    ),
    roles: Type.Array(oneOf(roles), {
      description:
        'Permissions of several roles are combined. Without roles, as SCIM creates users, nothing is permitted.',
    }),
    version: Type.Integer(),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  {
    title: 'User',
    examples: [
      {
        id: 'USR0000042',
        email: 'ada@example.com',
        name: 'Ada Ellis',
        roles: ['agent'],
        active: true,
        ...exampleOfAttributes,
        invited_at: null,
        invitation_expires_at: null,
        version: 1,
        created_at: '2026-11-15T09:30:00.000Z',
        updated_at: '2026-11-15T09:30:00.000Z',
      },
    ],
  },
);

export const UserCreate = object(
  {
    ...fields,
    active: Type.Optional(fields.active),
    password: Type.Optional(password),
    ...Type.Partial(Type.Object(attributes)).properties,
    invite: Type.Optional(
      Type.Boolean({
        description:
          'Sends a mail with a link for one use within 7 days, with which the person chooses the first password. Not together with `password`.',
      }),
    ),
  },
  {
    title: 'UserCreate',
    'x-read-only': readOnly,
    examples: [
      { email: 'ada@example.com', name: 'Ada Ellis', roles: ['agent'], time_zone: 'Europe/Zurich' },
    ],
  },
);
export type UserCreate = Static<typeof UserCreate>;

export const UserUpdate = Type.Partial(object({ ...fields, password, ...attributes }), {
  title: 'UserUpdate',
  additionalProperties: false,
  minProperties: 1,
  'x-read-only': readOnly,
  examples: [{ department: 'Service Desk', manager: 'maria@example.com' }],
});
export type UserUpdate = Static<typeof UserUpdate>;
