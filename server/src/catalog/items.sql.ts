// This table reads and writes every row of a catalog item.
import { type Generated, type Selectable, sql } from 'kysely';
import type { Tx } from '../platform/postgres/tables.ts';
import { recordTable } from '../records/index.ts';
import { type CatalogContent, contentFields, type PendingRevision } from './content.ts';
import type { State } from './items.states.ts';

interface CatalogItemsTable extends CatalogContent {
  id: Generated<string>;
  state: State;
  pending: PendingRevision | null;
  pending_revision: Generated<boolean>;
  published_version: number | null;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

declare module '../platform/postgres/tables.ts' {
  interface Tables {
    catalog_items: CatalogItemsTable;
  }
}

export type CatalogItemRow = Selectable<CatalogItemsTable>;

export const auditedColumns = [...contentFields, 'state', 'pending', 'published_version'] as const;

const equals = (column: keyof CatalogItemRow) => ({ column, test: 'in', type: 'text' }) as const;

export const catalogItemTable = recordTable<CatalogItemRow, 'id' | 'pending_revision' | 'version'>({
  table: 'catalog_items',
  columns: ['id', ...auditedColumns, 'pending_revision', 'version', 'created_at', 'updated_at'],
  json: ['audience', 'form', 'approvals', 'tasks', 'pending'],
  list: {
    columns: [
      'id',
      'name',
      'category',
      'summary',
      'icon',
      'state',
      'published_version',
      'pending_revision',
      'created_at',
      'updated_at',
    ],
    large: ['summary'],
    sorts: { name: 'text', created_at: 'timestamptz', updated_at: 'timestamptz' },
    mainSort: 'name',
    indexes: [['category'], ['state']],
    search: 'search',
    filters: { state: equals('state'), category: equals('category') },
  },
});

/** Creations follow each other, so that the limit holds for all of them together. */
export async function countItems(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('signalbox_catalog_items'))`.execute(tx);
  const { rows } = await sql<{ items: number }>`
    select count(*)::int as items from catalog_items`.execute(tx);
  return rows[0]?.items ?? 0;
}
