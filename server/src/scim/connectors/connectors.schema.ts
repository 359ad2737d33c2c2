import Type, { type Static } from 'typebox';
import { assignmentWarnings, roleRules } from '../../identity/index.ts';
import { idText, nullable, object, oneOf } from '../../platform/http/input/schema.ts';

export const ConnectorId = idText('Connector ids', {
  pattern: '^SCM[0-9A-Z]{7}$',
  example: 'SCM0000003',
});

export const TOKEN_DAYS = 365;

const time = Type.String({ format: 'date-time' });

const fields = {
  name: Type.String({
    maxLength: 255,
    pattern: '\\S',
    description: 'Name of the directory; errors about what it provisions show it.',
  }),
  role_rules: roleRules(
    oneOf(['groups'], { description: 'The names of the groups that the connector provisions.' }),
    'Roles and groups of members of the provisioned groups, since SCIM sets no roles. They are applied again after each change of a membership, a group or these rules.',
  ),
  allow_emptying: Type.Boolean({
    description:
      'Whether one request may remove all members of a group that has more than five; otherwise it is refused with 409.',
  }),
  may_grant_super_admin: Type.Boolean({
    description:
      'With `true`, rules may give the role `super_admin`, and the connector may take over users with that role and change their address.',
  }),
  active: Type.Boolean({
    description:
      'If false, the token is refused, and the users and groups of the connector can be changed by hand.',
  }),
};

const readOnly = ['id', 'url', 'expires_at', 'last_used_at', 'version', 'created_at', 'updated_at'];

const shown = {
  id: ConnectorId,
  ...fields,
  url: Type.String({ description: 'Base URL of SCIM, which the directory asks for.' }),
  expires_at: Type.String({
    format: 'date-time',
    description: `The token is refused from then on: ${TOKEN_DAYS} days after it was created.`,
  }),
  last_used_at: nullable(
    Type.String({ format: 'date-time', description: 'Accurate to the minute.' }),
  ),
  version: Type.Integer(),
  created_at: time,
  updated_at: time,
};

const example = {
  id: 'SCM0000003',
  name: 'Entra ID',
  role_rules: [{ claim: 'groups', value: 'Service Desk', roles: ['agent'], groups: [] }],
  allow_emptying: false,
  may_grant_super_admin: false,
  active: true,
  url: 'https://desk.example.com/scim/v2',
  expires_at: '2027-11-15T09:30:00.000Z',
  last_used_at: null,
  version: 1,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
};

export const Connector = object(shown, { title: 'ScimConnector', examples: [example] });

export const SavedConnector = object(
  { ...shown, ...assignmentWarnings },
  { title: 'SavedScimConnector', examples: [example] },
);

export const ConnectorWithToken = object(
  {
    ...shown,
    ...assignmentWarnings,
    token: Type.String({ description: 'Returned only once; only its hash is stored.' }),
  },
  {
    title: 'ScimConnectorWithToken',
    examples: [{ ...example, token: 'sbscim_3kZ9mQ2xV7bN4cR8tY1wE5uI6oP0aS3dFgH1jK' }],
  },
);

export const ConnectorCreate = object(
  {
    name: fields.name,
    role_rules: Type.Optional(fields.role_rules),
    allow_emptying: Type.Optional(fields.allow_emptying),
    may_grant_super_admin: Type.Optional(fields.may_grant_super_admin),
    active: Type.Optional(fields.active),
  },
  {
    title: 'ScimConnectorCreate',
    'x-read-only': [...readOnly, 'token'],
    'x-ignored': Object.keys(assignmentWarnings),
    examples: [{ name: 'Entra ID', role_rules: example.role_rules }],
  },
);
export type ConnectorCreate = Static<typeof ConnectorCreate>;

export const ConnectorUpdate = Type.Partial(object(fields), {
  title: 'ScimConnectorUpdate',
  additionalProperties: false,
  minProperties: 1,
  'x-read-only': readOnly,
  'x-ignored': Object.keys(assignmentWarnings),
  examples: [{ allow_emptying: true }],
});
export type ConnectorUpdate = Static<typeof ConnectorUpdate>;
