import { respondWithList } from '../../platform/http/output/pagination.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { accountHash } from './sign-ins.ts';
import { signInList } from './sign-ins.sql.ts';

/** Failed sign-ins are found by the hash of the address that was entered. */
export const listSignIns = (
  request: RequestContext<unknown, { account?: string[] }>,
): Promise<Reply> => {
  const { deps, query } = request;
  const account = query.account?.map((email) => accountHash(deps, email));
  return respondWithList(
    { ...request, query: { ...query, ...(account && { account }) } },
    signInList,
    { key: 'all' },
    { sort: 'at', order: 'desc' },
    (rows) => [...rows],
  );
};
