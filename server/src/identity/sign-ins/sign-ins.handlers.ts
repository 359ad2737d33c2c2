import { respondWithList } from '../../platform/http/output/pagination.ts';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { userTable } from '../users/users.sql.ts';
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

/** A client that acts under the address of a person sees nothing of them: only users sign in. */
export const listOwnSignIns = async (request: RequestContext): Promise<Reply> => {
  const { deps, actor } = request;
  const user = await userTable.find(deps.db, actor.id);
  const own = user ? [user.email, ...user.previous_emails] : [];
  return respondWithList(
    request,
    signInList,
    { key: actor.id, filters: { actor: own } },
    { sort: 'at', order: 'desc' },
    (rows) => rows.map(({ account_hash: _, ...row }) => row),
  );
};
