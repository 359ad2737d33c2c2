import Type, { type Static } from 'typebox';
import { idText, nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { roles } from '../roles.ts';

export const ClientId = idText('Client ids', {
  pattern: '^[a-z0-9][a-z0-9._-]{1,62}$',
  example: 'grafana',
  description: 'Lower-case letters, digits, `.`, `_` and `-`; 2 to 63 characters.',
});

export const RoleList = Type.Array(oneOf(roles), {
  minItems: 1,
  maxItems: roles.length,
  uniqueItems: true,
  description: 'Permissions of several roles are combined.',
});

export const EmailAddress = Type.String({ format: 'email', maxLength: 254 });

const fields = {
  name: Type.String({ maxLength: 255, pattern: '\\S', description: 'Display name.' }),
  email: nullable(
    Type.String({
      format: 'email',
      maxLength: 254,
      description:
        'E-mail address under which the client acts; null for the default, `<client_id>@clients.<domain>`.',
    }),
  ),
  roles: RoleList,
  redirect_uris: Type.Array(Type.String({ format: 'redirect-uri', maxLength: 2000 }), {
    maxItems: 20,
    description:
      'Allowed redirect URIs after a login: https, or http on localhost. A client with at least one is interactive.',
  }),
  active: Type.Boolean({
    description:
      'If false, the client gets no tokens, and issued tokens are refused, including those of people who signed in to it.',
  }),
};

const readOnly = ['address', 'version', 'created_at', 'updated_at'];

const example = {
  client_id: 'grafana',
  name: 'Grafana alerts',
  email: null,
  address: 'grafana@clients.desk.example.com',
  roles: ['agent'],
  redirect_uris: [],
  active: true,
  version: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
};

const shown = {
  client_id: ClientId,
  ...fields,
  address: Type.String({ description: 'The effective address: `email`, or the default.' }),
  version: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

export const Client = object(shown, { title: 'Client', examples: [example] });

export const ClientWithSecret = object(
  {
    ...shown,
    secret: Type.String({ description: 'Returned only once; only its hash is stored.' }),
  },
  {
    title: 'ClientWithSecret',
    examples: [{ ...example, secret: 'sbcs_Zk3v0m1qkX5r2S7uJw9yB4nD6pF8hL0tQ2aE5cG7iK9' }],
  },
);

export const ClientCreate = object(
  {
    client_id: Type.Optional(ClientId),
    name: fields.name,
    email: Type.Optional(fields.email),
    roles: fields.roles,
    redirect_uris: Type.Optional(fields.redirect_uris),
    active: Type.Optional(fields.active),
  },
  {
    title: 'ClientCreate',
    'x-read-only': [...readOnly, 'secret'],
    examples: [{ name: 'Grafana alerts', client_id: 'grafana', roles: ['agent'] }],
  },
);
export type ClientCreate = Static<typeof ClientCreate>;

export const ClientUpdate = Type.Partial(object(fields), {
  title: 'ClientUpdate',
  additionalProperties: false,
  minProperties: 1,
  'x-read-only': ['client_id', ...readOnly],
  examples: [{ roles: ['itsm_manager'] }],
});
export type ClientUpdate = Static<typeof ClientUpdate>;
