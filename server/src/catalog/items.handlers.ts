import { missing, readRecord } from '../records/index.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';
import { okRecord, type Reply, type RequestContext } from '../platform/http/request/context.ts';
import { isOrderable, orderableScope } from './audience/orderable.sql.ts';
import { catalogItems, presentItem } from './items.record.ts';

/** Callers of reach `own` see only what they may order. */
export async function listItems(
  request: RequestContext<unknown, { orderable?: boolean }>,
): Promise<Reply> {
  const { deps, actor, reach, query } = request;
  const isNarrow = reach !== 'all' || query.orderable === true;
  const scope = isNarrow ? await orderableScope(deps.db, actor.email) : { key: 'all' };
  return respondWithList(request, catalogItems.table.list, scope, { sort: 'name', order: 'asc' });
}

export async function getItem(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { deps, params, actor, reach } = request;
  const row = await readRecord(deps.db, catalogItems, params.id, request);
  if (reach !== 'all' && !(await isOrderable(deps.db, row, actor.email)))
    throw missing(catalogItems, params.id);
  return okRecord(presentItem(row, request));
}
