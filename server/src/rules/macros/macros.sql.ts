import { type Generated, type Selectable, sql } from 'kysely';
import { activity } from '../../platform/lists/list-spec.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import type { MacroDefinition } from '../../platform/runtime/rule-definitions.ts';
import { recordTable } from '../../records/index.ts';

interface MacrosTable extends Omit<MacroDefinition, 'id' | 'version'> {
  id: Generated<string>;
  group: string | null;
  active: boolean;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  deleted_at: Generated<string | null>;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    macros: MacrosTable;
  }
}

export type MacroRow = Selectable<MacrosTable>;

export const auditedColumns = [
  'name',
  'record_type',
  'group',
  'actions',
  'active',
] as const satisfies (keyof MacroRow)[];

export const macroTable = recordTable<MacroRow, 'id' | 'version' | 'deleted_at'>({
  table: 'macros',
  columns: ['id', ...auditedColumns, 'version', 'created_at', 'updated_at', 'deleted_at'],
  json: ['actions'],
  deleted: 'hidden',
  list: {
    columns: ['id', ...auditedColumns, 'created_at', 'updated_at'],
    large: ['actions'],
    sorts: { name: 'text', created_at: 'timestamptz' },
    mainSort: 'name',
    filters: {
      record_type: { column: 'record_type', test: 'in', type: 'text' },
      group: { column: 'group', test: 'in', type: 'text' },
      active: { test: 'named', conditions: activity },
    },
  },
});

export async function countMacros(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ macros: number }>`
    select count(*)::int as macros from macros where deleted_at is null`.execute(db);
  return rows[0]?.macros ?? 0;
}
