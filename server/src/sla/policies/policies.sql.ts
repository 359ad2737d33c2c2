import { type Generated, type Selectable, sql } from 'kysely';
import { activity } from '../../platform/lists/list-spec.ts';
import { notifyOnCommit } from '../../platform/postgres/commit-notifier.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { PolicyDefinition } from '../../platform/runtime/sla-definitions.ts';
import { recordTable } from '../../records/index.ts';

interface PoliciesTable extends Omit<PolicyDefinition, 'id' | 'version'> {
  id: Generated<string>;
  position: number;
  active: boolean;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: Generated<string | null>;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    sla_policies: PoliciesTable;
  }
}

export type PolicyRow = Selectable<PoliciesTable>;

export const auditedColumns = [
  'name',
  'record_type',
  'position',
  'when',
  'calendar_id',
  'targets',
  'pause',
  'active',
] as const satisfies (keyof PolicyRow)[];

export const policyTable = recordTable<PolicyRow, 'id' | 'version' | 'deleted_at'>({
  table: 'sla_policies',
  columns: ['id', ...auditedColumns, 'version', 'created_at', 'updated_at', 'deleted_at'],
  json: ['when', 'targets', 'pause'],
  deleted: 'hidden',
  list: {
    columns: ['id', ...auditedColumns, 'created_at', 'updated_at'],
    large: ['when'],
    sorts: { position: 'integer', created_at: 'timestamptz' },
    mainSort: 'position',
    filters: {
      record_type: { column: 'record_type', test: 'in', type: 'text' },
      active: { test: 'named', conditions: activity },
    },
  },
});

interface Counts {
  policies: number;
  last_position: number;
}

/** Locks the definitions until the end of the transaction, so that writes of policies and calendars follow each other. */
export const lockDefinitions = (tx: Tx): Promise<unknown> =>
  sql`select from sla_definitions for update`.execute(tx);

export async function countPolicies(db: Db | Tx): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as policies, coalesce(max(position), 0) as last_position
    from sla_policies where deleted_at is null`.execute(db);
  return rows[0] ?? { policies: 0, last_position: 0 };
}

/** After the commit all processes read the definitions again, and workers compute the clocks of open records. */
export async function raiseVersion(tx: Tx, { hasClocks }: { hasClocks: boolean }): Promise<void> {
  await sql`
    update sla_definitions
    set version = version + 1, clocks_version = clocks_version + ${hasClocks ? 1 : 0}`.execute(tx);
  notifyOnCommit(tx, 'settings');
}

/** Returns the name of a policy that counts the hours of a calendar, or whose condition names it. */
export async function findUseOf(tx: Tx, calendarId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from sla_policies
    where deleted_at is null
      and (calendar_id = ${calendarId} or strpos("when"::text, ${calendarId}) > 0)
    order by position, id limit 1`.execute(tx);
  return rows[0]?.name;
}
