import { type Generated, type Selectable, sql } from 'kysely';
import type { RoleRule } from '../../identity/index.ts';
import type { Db } from '../../platform/postgres/tables.ts';
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

const MINUTE_MS = 60_000;

/** The time is accurate to the minute: a synchronisation would otherwise write for every request. */
export async function markConnectorUsed(
  db: Db,
  { id, last_used_at }: Pick<ConnectorRow, 'id' | 'last_used_at'>,
  now: Date,
): Promise<void> {
  if (last_used_at !== null && now.getTime() - Date.parse(last_used_at) < MINUTE_MS) return;
  await sql`update scim_connectors set last_used_at = ${now.toISOString()} where id = ${id}`.execute(
    db,
  );
}

export const findConnectorByHash = (db: Db, hash: Buffer): Promise<ConnectorRow | undefined> =>
  connectorTable.findWhere(db, sql`token_hash = ${hash}`);
