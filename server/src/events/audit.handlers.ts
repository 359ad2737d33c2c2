import { entryList } from './entries.ts';
import type { Reply, RequestContext } from '../platform/http/request/context.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';

export const listAudit = (request: RequestContext<unknown, object>): Promise<Reply> =>
  respondWithList(request, entryList, { key: 'all' }, { sort: 'at', order: 'desc' });
