// People sign in with their account at these providers.
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import {
  createIdentityProvider,
  type IdentityProvider,
  identityProviderQuery,
  updateIdentityProvider,
} from '../../api/index.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import type { AdminRecord } from '../form/admin-record.ts';
import { NEW } from '../form/record-form.tsx';
import { RecordPage } from '../form/record-page.tsx';
import { RecordSection } from '../form/record-section.tsx';
import { identityProviderColumns } from './identity-providers.columns.tsx';
import { identityProviderList } from './identity-providers.list.ts';
import { type Rule, rulesOf, savedRules } from './rules.form.ts';
import { RulesField } from './rules-field.tsx';

interface Values {
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  scopes: readonly string[];
  domains: readonly string[];
  create_users: boolean;
  trusts_addresses: boolean;
  may_grant_super_admin: boolean;
  role_rules: readonly Rule[];
  active: boolean;
}

function bodyOf(values: Values) {
  const { name, issuer, client_id, client_secret, scopes, domains, role_rules, ...flags } = values;
  const rules = savedRules(role_rules);
  return (
    rules && {
      ...flags,
      name: name.trim(),
      issuer: issuer.trim(),
      client_id: client_id.trim(),
      // An empty field keeps the saved secret.
      ...({ ...(client_secret !== '' && { client_secret }) } as { client_secret: string }),
      scopes: [...scopes],
      domains: [...domains],
      role_rules: rules,
    }
  );
}

type Body = NonNullable<ReturnType<typeof bodyOf>>;

const recordFor = (openId: string | undefined): AdminRecord<IdentityProvider, Values, Body> => ({
  noun: 'identity provider',
  heading: 'Identity providers',
  list: identityProviderList,
  columns: identityProviderColumns,
  filters: [],
  none: {
    title: 'There are no identity providers',
    text: 'Register the OpenID Connect provider of your organisation, so that people sign in with their account there.',
  },
  query: identityProviderQuery,
  create: createIdentityProvider,
  update: updateIdentityProvider,
  blank: {
    name: '',
    issuer: '',
    client_id: '',
    client_secret: '',
    scopes: ['openid', 'profile', 'email'],
    domains: [],
    create_users: false,
    trusts_addresses: false,
    may_grant_super_admin: false,
    role_rules: [],
    active: true,
  },
  valuesOf: ({ role_rules, ...provider }) => ({
    ...provider,
    client_secret: '',
    role_rules: rulesOf(role_rules),
  }),
  bodyOf,
  fields: [
    {
      name: 'name',
      kind: 'text',
      label: 'Name on the button "Sign in with …"',
      maxLength: 60,
      missing: 'Enter a name first.',
    },
    {
      name: 'issuer',
      kind: 'text',
      label: 'Issuer URL of your tenant',
      maxLength: 500,
      missing: 'Enter the issuer first.',
      isOnlyNew: true,
    },
    {
      name: 'client_id',
      kind: 'text',
      label: 'Client id at the provider',
      maxLength: 255,
      missing: 'Enter the client id first.',
    },
    {
      name: 'client_secret',
      kind: 'password',
      label: (_values, isNew) => (isNew ? 'Client secret' : 'New client secret, or empty'),
    },
    {
      name: 'domains',
      kind: 'lines',
      label: 'Domains of e-mail addresses, one per line',
      missing: 'Enter at least one domain.',
    },
    { name: 'scopes', kind: 'lines', label: 'Scopes, one per line' },
    {
      name: 'create_users',
      kind: 'check',
      label: 'Create users',
      detail: 'Somebody with an unknown address becomes a user with the role requester.',
    },
    {
      name: 'trusts_addresses',
      kind: 'check',
      label: 'Trust addresses',
      detail:
        'Addresses count without a confirmation that they are verified. Only if administrators assign all addresses there.',
    },
    {
      name: 'may_grant_super_admin',
      kind: 'check',
      label: 'May grant super admin',
      detail: 'Administrators of the provider can then become administrators here.',
    },
    {
      name: 'role_rules',
      kind: 'own',
      label: 'Rules',
      render: (value, onChange) => <RulesField id={openId} value={value} onChange={onChange} />,
    },
    {
      name: 'active',
      kind: 'check',
      label: 'Active',
      detail: 'The sign-in page offers an active provider.',
    },
  ],
  notes: {
    create: 'Afterwards, register the redirect URI that is shown here at the provider.',
    update: 'Changed rules apply at the next sign-in of each person.',
  },
  below: ({ name, redirect_uri }) => (
    <RecordSection title="Redirect URI">
      <p>Register it at the provider, so that people come back here after they have signed in.</p>
      <CodeBlock
        label={`Redirect URI of ${name}`}
        text={redirect_uri}
        copied="Redirect URI copied."
      />
    </RecordSection>
  ),
});

export function IdentityProvidersPage() {
  const { peek } = useSearch({ strict: false }) as { peek?: string };
  const record = useMemo(() => recordFor(peek === NEW ? undefined : peek), [peek]);
  return <RecordPage record={record} />;
}
