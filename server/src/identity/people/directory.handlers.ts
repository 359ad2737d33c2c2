// Lists the directory.
import { respondWithList } from '../../platform/http/output/pagination.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { beginsWith, directoryList } from './directory.sql.ts';

export const listDirectory = (request: RequestContext<unknown, { q?: string }>): Promise<Reply> => {
  const { q, ...query } = request.query;
  const scope = { key: q ?? '', ...(q !== undefined && { where: beginsWith(q) }) };
  return respondWithList({ ...request, query }, directoryList, scope, {
    sort: 'name',
    order: 'asc',
  });
};
