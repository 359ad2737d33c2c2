// A connector lets a directory, such as Entra or Okta, manage users and groups by SCIM.
import {
  type Connector,
  connectorQuery,
  createConnector,
  updateConnector,
} from '../../api/index.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import type { AdminRecord } from '../form/admin-record.ts';
import { RecordPage } from '../form/record-page.tsx';
import { connectorColumns } from './connectors.columns.tsx';
import { connectorList } from './connectors.list.ts';
import { type GroupRule, RoleRules } from './role-rules.tsx';
import { RotateToken } from './rotate-token.tsx';

interface ConnectorValues {
  name: string;
  url: string;
  rules: readonly GroupRule[];
  allow_emptying: boolean;
  may_grant_super_admin: boolean;
  active: boolean;
}

const bodyOf = ({
  name,
  rules,
  allow_emptying,
  may_grant_super_admin,
  active,
}: ConnectorValues) => ({
  name: name.trim(),
  role_rules: rules.map(({ name: value, roles, groups }) => ({
    claim: 'groups' as const,
    value: value.trim(),
    roles: [...roles],
    groups: [...groups],
  })),
  allow_emptying,
  may_grant_super_admin,
  active,
});

const urlOf = ({ url }: Pick<Connector, 'url'>) => (
  <>
    <p>Give it to the directory with this address:</p>
    <CodeBlock label="SCIM address" text={url} />
  </>
);

const connectors: AdminRecord<Connector, ConnectorValues, ReturnType<typeof bodyOf>> = {
  noun: 'connector',
  heading: 'SCIM connectors',
  list: connectorList,
  columns: connectorColumns,
  filters: [],
  none: {
    title: 'There are no connectors',
    text: 'A connector lets a directory such as Entra or Okta create, update and deactivate users and groups here.',
  },
  query: connectorQuery,
  create: createConnector,
  update: updateConnector,
  blank: {
    name: '',
    url: '',
    rules: [],
    allow_emptying: false,
    may_grant_super_admin: false,
    active: true,
  },
  valuesOf: ({ name, url, role_rules, allow_emptying, may_grant_super_admin, active }) => ({
    name,
    url,
    rules: role_rules.map(({ value, roles, groups }) => ({ name: value, roles, groups })),
    allow_emptying,
    may_grant_super_admin,
    active,
  }),
  bodyOf,
  fields: [
    {
      name: 'name',
      kind: 'text',
      label: 'Name of the directory',
      maxLength: 255,
      missing: 'Enter a name first.',
    },
    {
      name: 'url',
      kind: 'own',
      label: 'SCIM address',
      render: (url) => url !== '' && <CodeBlock label="SCIM address" text={url} />,
    },
    {
      name: 'rules',
      kind: 'own',
      label: 'Rules',
      pointer: '/role_rules',
      render: (value, onChange) => <RoleRules value={value} onChange={onChange} />,
    },
    {
      name: 'allow_emptying',
      kind: 'check',
      label: 'May empty groups',
      detail: 'One request may remove all members of a group that has more than five.',
    },
    {
      name: 'may_grant_super_admin',
      kind: 'check',
      label: 'May grant super admin',
      detail:
        'Rules may give that role, and the directory may take over users who have it and change their addresses.',
    },
    {
      name: 'active',
      kind: 'check',
      label: 'Active',
      detail:
        'The token of an inactive connector is refused, and its users and groups can be changed here.',
    },
  ],
  notes: {
    create:
      'The token is shown once after creation and is valid for 365 days. A provisioned user has no roles until a rule gives some.',
    update: 'New rules are applied to all users of the connector within seconds.',
  },
  secret: { noun: 'Token', text: urlOf },
  actions: (connector, onSecret) => <RotateToken connector={connector} onSecret={onSecret} />,
};

export const ConnectorsPage = () => <RecordPage record={connectors} />;
