import type { Generated, Selectable } from 'kysely';
import type { RoleRule } from '../../identity/index.ts';
import { recordTable } from '../../records/index.ts';

interface ConnectorsTable {
  id: Generated<string>;
  name: string;
  role_rules: RoleRule[];
  allow_emptying: boolean;
  may_grant_super_admin: boolean;
  active: boolean;
  token_hash: Buffer;
  expires_at: string;
  last_used_at: Generated<string | null>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    scim_connectors: ConnectorsTable;
  }
}

export type ConnectorRow = Selectable<ConnectorsTable>;

export const connectorTable = recordTable<
  ConnectorRow,
  'id' | 'last_used_at' | 'version',
  'token_hash'
>({
  table: 'scim_connectors',
  columns: [
    'id',
    'name',
    'role_rules',
    'allow_emptying',
    'may_grant_super_admin',
    'active',
    'token_hash',
    'expires_at',
    'last_used_at',
    'version',
    'created_at',
    'updated_at',
  ],
  json: ['role_rules'],
  hidden: ['token_hash'],
  list: { large: ['role_rules'] },
});
