import Type, { type Static } from 'typebox';
import { idText, object, oneOf } from '../../../platform/http/input/schema.ts';
import { assignmentWarnings } from '../../people/assignment.schema.ts';
import { roles } from '../../roles.ts';

export const IdentityProviderId = idText('Ids of identity providers', {
  pattern: '^IDP[0-9A-Z]{7}$',
  example: 'IDP0000001',
});

const RoleRule = object({
  claim: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Name of a claim, or a path with dots, such as `realm_access.roles`.',
  }),
  value: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'The rule applies if the claim is this text, or a list that contains it.',
  }),
  roles: Type.Array(oneOf(roles), {
    maxItems: roles.length,
    uniqueItems: true,
    description: '`super_admin` requires `may_grant_super_admin`.',
  }),
  groups: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: 50,
    uniqueItems: true,
    description:
      'Names of groups, which must exist when the person signs in. The response to a write warns of unknown ones.',
  }),
});

export const RoleRules = Type.Array(RoleRule, {
  maxItems: 100,
  description:
    'Each sign-in replaces the roles and groups that the person got by earlier rules of this provider. Those given by hand stay.',
});

const fields = {
  name: Type.String({
    maxLength: 60,
    pattern: '\\S',
    description: 'The button on the sign-in page shows it: "Sign in with <name>".',
  }),
  client_id: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Id of this instance at the provider.',
  }),
  scopes: Type.Array(Type.String({ maxLength: 100, pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' }), {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    contains: { const: 'openid' },
    description: 'Requested scopes; `openid` is required. The default is openid, profile, email.',
  }),
  domains: Type.Array(
    Type.String({
      maxLength: 190,
      pattern: '^[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})*$',
      example: 'example.com',
    }),
    {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description:
        'Only addresses of these domains are linked to users. Subdomains are not included; write international domains in ASCII (`xn--…`).',
    },
  ),
  create_users: Type.Boolean({
    description:
      'Whether an unknown address becomes a user with the role `requester` and those of the rules. If false, an administrator creates the users first.',
  }),
  trusts_addresses: Type.Boolean({
    description:
      'Whether addresses are accepted without `email_verified: true`, and `preferred_username` if there is no `email`. Only for providers whose administrators assign all addresses.',
  }),
  may_grant_super_admin: Type.Boolean({
    description:
      'Whether role rules may give the role `super_admin`. Administrators of the provider can then become administrators here.',
  }),
  role_rules: RoleRules,
  active: Type.Boolean({
    description: 'If false, the provider is not offered, and sign-ins in progress are refused.',
  }),
};

const issuer = Type.String({
  maxLength: 500,
  description:
    'Issuer URL (https) of one tenant, without a final `/.well-known/openid-configuration`. Cannot be changed, because the identities of people belong to it.',
});
const client_secret = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Stored encrypted, and never returned.',
});

const readOnly = ['id', 'redirect_uri', 'version', 'created_at', 'updated_at'];

const example = {
  name: 'Example Corp',
  issuer: 'https://login.example.net/realms/corp',
  client_id: 'signalbox',
  domains: ['example.com'],
};

const shown = {
  id: IdentityProviderId,
  issuer,
  ...fields,
  redirect_uri: Type.String({
    description: 'Register this redirect URI at the provider. Each provider has its own.',
  }),
  version: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};

const shownExample = {
  id: 'IDP0000001',
  ...example,
  scopes: ['openid', 'profile', 'email'],
  create_users: false,
  trusts_addresses: false,
  may_grant_super_admin: false,
  role_rules: [
    {
      claim: 'realm_access.roles',
      value: 'it-desk',
      roles: ['agent'],
      groups: ['Service Desk'],
    },
  ],
  active: true,
  redirect_uri: 'https://login.desk.example.com/identity-providers/IDP0000001/callback',
  version: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
};

export const IdentityProvider = object(shown, {
  title: 'IdentityProvider',
  examples: [shownExample],
});

export const SavedIdentityProvider = object(
  { ...shown, ...assignmentWarnings },
  { title: 'SavedIdentityProvider', examples: [shownExample] },
);
export type IdentityProvider = Static<typeof IdentityProvider>;

const { name, client_id, domains, ...optional } = fields;

export const IdentityProviderCreate = object(
  { name, issuer, client_id, client_secret, domains, ...Type.Partial(object(optional)).properties },
  {
    title: 'IdentityProviderCreate',
    'x-read-only': readOnly,
    'x-ignored': Object.keys(assignmentWarnings),
    examples: [{ ...example, client_secret: 'the secret of the client at the provider' }],
  },
);
export type IdentityProviderCreate = Static<typeof IdentityProviderCreate>;

export const IdentityProviderUpdate = Type.Partial(object({ ...fields, client_secret }), {
  title: 'IdentityProviderUpdate',
  additionalProperties: false,
  minProperties: 1,
  'x-read-only': ['issuer', ...readOnly],
  'x-ignored': Object.keys(assignmentWarnings),
  examples: [{ active: false }],
});
export type IdentityProviderUpdate = Static<typeof IdentityProviderUpdate>;
