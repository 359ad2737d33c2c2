import { type Generated, type Selectable, sql } from 'kysely';
import { activity } from '../../platform/lists/list-spec.ts';
import { notifyOnCommit } from '../../platform/postgres/commit-notifier.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { RuleDefinition } from '../../platform/runtime/rule-definitions.ts';
import { recordTable } from '../../records/index.ts';

interface RulesTable extends Omit<RuleDefinition, 'id' | 'version'> {
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
    rules: RulesTable;
  }
}

export type RuleRow = Selectable<RulesTable>;

export const auditedColumns = [
  'name',
  'record_type',
  'position',
  'on',
  'when',
  'due',
  'actions',
  'stop',
  'active',
] as const satisfies (keyof RuleRow)[];

export const ruleTable = recordTable<RuleRow, 'id' | 'version' | 'deleted_at'>({
  table: 'rules',
  columns: ['id', ...auditedColumns, 'version', 'created_at', 'updated_at', 'deleted_at'],
  json: ['when', 'due', 'actions'],
  deleted: 'hidden',
  list: {
    columns: ['id', ...auditedColumns, 'created_at', 'updated_at'],
    large: ['when', 'actions'],
    sorts: { position: 'integer', created_at: 'timestamptz' },
    mainSort: 'position',
    filters: {
      record_type: { column: 'record_type', test: 'in', type: 'text' },
      on: { column: 'on', test: 'in', type: 'text' },
      active: { test: 'named', conditions: activity },
    },
  },
});

/** Locks the definitions until the end of the transaction, so that writes of rules and macros follow each other. */
export const lockDefinitions = (tx: Tx): Promise<unknown> =>
  sql`select from rule_definitions for update`.execute(tx);

/** After the commit all processes read the definitions again. */
export async function raiseVersion(tx: Tx): Promise<void> {
  await sql`update rule_definitions set version = version + 1`.execute(tx);
  notifyOnCommit(tx, 'settings');
}

interface Counts {
  rules: number;
  last_position: number;
}

export async function countRules(db: Db | Tx): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*)::int as rules, coalesce(max(position), 0) as last_position
    from rules where deleted_at is null`.execute(db);
  return rows[0] ?? { rules: 0, last_position: 0 };
}

/** Returns the name of a rule whose actions or condition name the macro or calendar. */
export async function findUseOf(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from rules
    where deleted_at is null
      and (strpos(actions::text, ${id}) > 0 or strpos("when"::text, ${id}) > 0 or strpos(due::text, ${id}) > 0)
    order by position, id limit 1`.execute(tx);
  return rows[0]?.name;
}
