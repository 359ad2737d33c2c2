// Administrators see who is linked to an identity provider, and unlink people whose account there is another one now.
import { notFound } from '../../platform/errors.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { monotonicNow, readRecord } from '../../records/index.ts';
import { applyGrant } from '../grants/grants.ts';
import { NO_GRANT } from '../grants/role-rules.ts';
import { userTable } from '../users/users.sql.ts';
import { deleteIdentity, identityList } from './identities.sql.ts';
import { emitIdentityEntry } from './link.ts';
import { identityProviders, requireOwnSignIn } from './providers/providers.service.ts';

export async function listIdentities(request: RequestContext<{ id: string }>): Promise<Reply> {
  requireOwnSignIn(request);
  const { deps, params } = request;
  const { issuer } = await readRecord(deps.db, identityProviders, params.id, request);
  return respondWithList(
    request,
    identityList,
    { key: issuer, filters: { issuer: [issuer] } },
    { sort: 'linked_at', order: 'desc' },
    (rows) => rows.map(({ id, ...row }) => ({ user_id: id, ...row })),
  );
}

/** The roles and groups by rules of the provider are withdrawn; the next sign-in there links the address again. */
export async function unlinkIdentity(
  tx: Tx,
  request: RequestContext<{ id: string; user_id: string }>,
): Promise<Reply> {
  requireOwnSignIn(request);
  const { id, user_id } = request.params;
  const { issuer } = await readRecord(tx, identityProviders, id, request);
  const user = await userTable.lock(tx, user_id);
  const subject = user && (await deleteIdentity(tx, issuer, user_id));
  if (!user || subject === undefined) throw notFound(`An identity of ${user_id} at ${id}`);
  const context = { ...request, now: monotonicNow({}, user, request.now) };
  const row = await applyGrant(tx, context, user, id, NO_GRANT);
  const identity = { from: { issuer, subject }, to: null };
  await emitIdentityEntry(tx, context, row, 'user.identity_unlinked', identity);
  return ok({ user_id, unlinked: true, unlinked_at: context.now.toISOString() });
}
