import type { Context, Viewer } from '../platform/context.ts';
import { picker } from '../platform/http/input/schema.ts';
import type { RecordType } from '../records/index.ts';
import { CatalogItem } from './items.schema.ts';
import { auditedColumns, type CatalogItemRow, catalogItemTable } from './items.sql.ts';
import { allowedTransitions } from './items.states.ts';

/** The user record of the caller decides whether an item is visible, so the handlers do that, not a column. */
export const catalogItems: RecordType<CatalogItemRow, Context> & {
  table: typeof catalogItemTable;
} = {
  type: 'catalog_item',
  noun: 'Catalog item',
  path: '/catalog/items',
  table: catalogItemTable,
  auditedFields: auditedColumns,
  labelColumn: 'name',
  derive: (row) => ({ ...row, pending_revision: row.pending !== null }),
};

const pick = picker(CatalogItem);

export const presentItem = (row: CatalogItemRow, viewer: Viewer) =>
  pick({
    ...row,
    pending: viewer.reach === 'all' ? row.pending : undefined,
    allowed_transitions: allowedTransitions(viewer.actor, row.state),
  });
