// Creates, updates and deletes saved views in the caller's transaction.
import type { Context } from '../platform/context.ts';
import {
  ok,
  type PatchReader,
  type Reply,
  type RequestContext,
} from '../platform/http/request/context.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  createRecord,
  lockForUpdate,
  lockRequested,
  type LockTarget,
  type RecordType,
  saveUpdate,
  softDelete,
} from '../records/index.ts';
import { requireValidView, type ViewLists } from './views.lists.ts';
import { requireRightToChange, requireRightToShare } from './views.rights.ts';
import { presentView } from './views.present.ts';
import { type ViewCreate, type ViewUpdate } from './views.schema.ts';
import { type ViewRow, viewTable, viewVisibility } from './views.sql.ts';

export const views: RecordType<ViewRow> & { table: typeof viewTable } = {
  type: 'view',
  noun: 'View',
  path: '/views',
  table: viewTable,
  auditedFields: ['name', 'list', 'query', 'columns', 'column_widths', 'audience', 'group'],
  visibility: viewVisibility,
};

export const createView =
  (lists: ViewLists) =>
  async (tx: Tx, context: Context, input: ViewCreate): Promise<ViewRow> => {
    const { name, list, query = {}, columns = [], column_widths = {} } = input;
    const { audience = 'me', group = null } = input;
    requireValidView(lists, { list, query, columns, column_widths });
    await requireRightToShare(tx, context.actor, { audience, group });
    const at = context.now.toISOString();
    return createRecord(tx, context, views, {
      name,
      list,
      query,
      columns: [...columns],
      column_widths,
      audience,
      group,
      owner: context.actor.email,
      created_at: at,
      updated_at: at,
      deleted_at: null,
      deleted_by: null,
    });
  };

export const updateView =
  (lists: ViewLists) =>
  async (tx: Tx, request: Context, target: LockTarget, readPatch: PatchReader<ViewUpdate>) => {
    const { before, context } = await lockForUpdate(tx, request, views, target);
    requireRightToChange(context.actor, before);
    const patch = await readPatch(() => presentView(before, context));
    const next: ViewRow = { ...before, ...(patch as Partial<ViewRow>) };
    // A view that is no longer shared has no group.
    if (next.audience !== 'group' && patch.group === undefined) next.group = null;
    requireValidView(lists, next);
    await requireRightToShare(tx, context.actor, next);
    return { row: await saveUpdate(tx, context, views, before, next), context };
  };

export async function deleteView(tx: Tx, request: RequestContext<{ id: string }>): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, views);
  requireRightToChange(context.actor, before);
  return ok(await softDelete(tx, context, views, before));
}
