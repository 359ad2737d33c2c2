import { type Generated, type Selectable, sql } from 'kysely';
import { ApiError } from '../../../platform/errors.ts';
import type { Db, Tx } from '../../../platform/postgres/tables.ts';
import { recordTable } from '../../../records/index.ts';
import type { RoleRule } from '../../grants/role-rules.ts';

interface IdentityProvidersTable {
  id: Generated<string>;
  name: string;
  issuer: string;
  client_id: string;
  client_secret: Buffer;
  scopes: string[];
  domains: string[];
  create_users: boolean;
  trusts_addresses: boolean;
  may_grant_super_admin: boolean;
  role_rules: RoleRule[];
  active: boolean;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

declare module '../../../platform/postgres/tables.ts' {
  interface Tables {
    identity_providers: IdentityProvidersTable;
  }
}

export type IdentityProviderRow = Selectable<IdentityProvidersTable>;

const duplicateError = (field: string) => () =>
  new ApiError('already_exists', `An identity provider with this ${field} already exists.`, {
    field,
  });

export const identityProviderTable = recordTable<IdentityProviderRow, 'version', 'client_secret'>({
  table: 'identity_providers',
  columns: [
    'id',
    'name',
    'issuer',
    'client_id',
    'client_secret',
    'scopes',
    'domains',
    'create_users',
    'trusts_addresses',
    'may_grant_super_admin',
    'role_rules',
    'active',
    'version',
    'created_at',
    'updated_at',
  ],
  json: ['role_rules'],
  hidden: ['client_secret'],
  list: { large: ['role_rules', 'domains'] },
  taken: {
    identity_providers_issuer: duplicateError('issuer'),
    identity_providers_name: duplicateError('name'),
  },
});

/** The id is needed before the insert, because the secret is bound to the row id. */
export async function newIdentityProviderId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select record_id('IDP', nextval('identity_provider_number')) as id`.execute(tx);
  return rows[0]?.id ?? '';
}

const MAX_OFFERED = 20;

/** Returns the providers that the sign-in page offers, by name. */
export const offeredProviders = (db: Db): Promise<Pick<IdentityProviderRow, 'id' | 'name'>[]> =>
  db
    .selectFrom('identity_providers')
    .select(['id', 'name'])
    .where('active', '=', true)
    .orderBy(sql`lower(name)`)
    .limit(MAX_OFFERED)
    .execute();
