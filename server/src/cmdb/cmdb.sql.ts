import { type Generated, type Selectable, sql } from 'kysely';
import { presentGroupSql } from '../identity/index.ts';
import { precompile } from '../platform/postgres/statements.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import { type CustomColumns, type RecordColumns, recordTable } from '../records/index.ts';
import { type Holder, type Identity, identityConflict } from './cmdb.identity.ts';
import { CiSummary } from './cmdb.schema.ts';

interface CisTable extends RecordColumns, CustomColumns {
  id: Generated<string>;
  name: string;
  class: string;
  status: 'operational' | 'degraded' | 'maintenance' | 'non_operational' | 'retired';
  environment: string | null;
  criticality: 'critical' | 'high' | 'medium' | 'low' | null;
  owner: string | null;
  support_group: string | null;
  ip_address: string | null;
  fqdn: string | null;
  serial_number: string | null;
  location: string | null;
  attributes: Record<string, unknown>;
  discovery_source: string | null;
  first_discovered_at: string | null;
  last_discovered_at: string | null;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    cis: CisTable;
  }
}

export type CiRow = Selectable<CisTable>;

/** Changes of these columns are audited. last_discovered_at is not, because every run of a discovery would write an entry. */
export const auditedColumns = [
  'name',
  'class',
  'status',
  'environment',
  'criticality',
  'owner',
  'support_group',
  'ip_address',
  'fqdn',
  'serial_number',
  'location',
  'attributes',
  'discovery_source',
  'first_discovered_at',
] as const satisfies (keyof CiRow)[];

const equals = (column: keyof CiRow) => ({ column, test: 'in', type: 'text' }) as const;
const time = (column: keyof CiRow, test: 'after' | 'before') =>
  ({ column, test, type: 'timestamptz' }) as const;

export const ciTable = recordTable<CiRow, 'id' | 'custom_values' | 'version' | 'event_sequence'>({
  table: 'cis',
  columns: [
    'id',
    ...auditedColumns,
    'last_discovered_at',
    'version',
    'event_sequence',
    'created_at',
    'updated_at',
    'custom_values',
  ],
  resolved: { support_group: presentGroupSql },
  json: ['attributes'],
  taken: {
    cis_serial_number: () => identityConflict({ identifier: 'serial_number' }),
    cis_fqdn: () => identityConflict({ identifier: 'fqdn' }),
    cis_class_name: () => identityConflict({ identifier: 'class+name' }),
  },
  list: {
    columns: Object.keys(CiSummary.properties) as (keyof typeof CiSummary.properties)[],
    sorts: { created_at: 'timestamptz', updated_at: 'timestamptz' },
    indexes: [['id'], ['owner'], ['support_group'], ['class'], ['environment'], ['status']],
    search: 'search',
    filters: {
      id: equals('id'),
      class: equals('class'),
      status: equals('status'),
      environment: equals('environment'),
      owner: { ...equals('owner'), isAddress: true },
      support_group: equals('support_group'),
      created_after: time('created_at', 'after'),
      created_before: time('created_at', 'before'),
      updated_after: time('updated_at', 'after'),
    },
  },
});

const holdersStatement = precompile<Holder>('holders of identifiers', (db) => ({
  compile: () =>
    sql<Holder>`
      select 'serial_number' as identifier, id from cis where serial_number = ${null}::text
      union all
      select 'fqdn', id from cis where lower(fqdn) = lower(${null}::text)
      union all
      select 'class+name', id from cis where class = ${null}::text and name = ${null}::text`.compile(
      db,
    ),
}));

/** Returns the CIs that have these identifiers, in the order of identification. */
export const findHolders = (tx: Tx, identity: Identity): Promise<Holder[]> =>
  holdersStatement(tx, [
    identity.serial_number ?? null,
    identity.fqdn ?? null,
    identity.class ?? null,
    identity.name ?? null,
  ]);

/** Records a discovery that changed nothing else. */
export async function setLastDiscovered(tx: Tx, id: string, at: string): Promise<void> {
  await tx.updateTable('cis').set({ last_discovered_at: at }).where('id', '=', id).execute();
}

/** Skips ids that do not exist. */
export const findCis = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom('cis')
    .select(['id', 'name', 'class', 'status', 'criticality', 'owner'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .execute();
