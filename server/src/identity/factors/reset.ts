// An administrator removes all factors of a person who has lost them. The password stays, and sessions end.
import type { AuditContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { endSessionsOfUser } from '../sessions/sessions.sql.ts';
import { saveUser } from '../users/users.service.ts';
import { type UserRow, userTable } from '../users/users.sql.ts';
import { describeFactor, requestFactorMail } from './factors.service.ts';
import { deleteFactorsOf, listFactors } from './factors.sql.ts';

/** Returns how many factors there were. Tokens are revoked in every process, whether there were any or not. */
export async function resetFactors(tx: Tx, context: AuditContext, user: UserRow): Promise<number> {
  const factors = await listFactors(tx, user.id);
  await deleteFactorsOf(tx, user.id);
  await endSessionsOfUser(tx, user.id);
  await saveUser(tx, context, user, user, {
    kind: 'user.factors_reset',
    isRevoked: true,
    also: { factors: { from: factors.map(describeFactor), to: [] } },
  });
  await requestFactorMail(tx, context, user, 'reset');
  return factors.length;
}

export async function deleteUserFactors(
  tx: Tx,
  request: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { id } = request.params;
  const user = await userTable.lock(tx, id);
  if (!user) throw notFound(`User ${id}`);
  return ok({ id, removed: await resetFactors(tx, request, user) });
}
