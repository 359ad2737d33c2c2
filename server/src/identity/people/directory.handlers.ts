import { respondWithList } from '../../platform/http/output/pagination.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { every } from '../../platform/lists/conditions.ts';
import { beginsWith, directoryList, isAssignable, isMemberOf } from './directory.sql.ts';

interface DirectoryQuery {
  q?: string;
  group?: string;
  assignable?: boolean;
}

export const listDirectory = (request: RequestContext<unknown, DirectoryQuery>): Promise<Reply> => {
  const { q, group, assignable = false, ...query } = request.query;
  const conditions = [
    ...(q === undefined ? [] : [beginsWith(q)]),
    ...(group === undefined ? [] : [isMemberOf(group)]),
    ...(assignable ? [isAssignable] : []),
  ];
  const scope = {
    key: JSON.stringify([q, group, assignable]),
    ...(conditions.length > 0 && { where: every(conditions) }),
  };
  return respondWithList({ ...request, query }, directoryList, scope, {
    sort: 'name',
    order: 'asc',
  });
};
