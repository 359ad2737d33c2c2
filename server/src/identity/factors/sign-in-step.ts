// Decides whether a sign-in needs another step. Until that step is done, nothing is recorded and the provider knows of
// no sign-in: only a row bound to the sign-in in progress remembers the methods that have succeeded.
import { hashId } from '../provider/adapter.ts';
import type { PageRequest } from '../pages/page-request.ts';
import type { UserRow } from '../users/users.sql.ts';
import { findVerified, remember, type Verified } from '../verification/verification.ts';
import { listFactors } from './factors.sql.ts';
import { enrolUntil } from './required.ts';

export const FACTOR_PAGE = '/interaction/:id/factor';
export const PASSKEY_PAGE = '/interaction/:id/passkey';
export const ENROL_PAGE = '/interaction/:id/enrol';
export const RECOVERY_PAGE = '/interaction/:id/recovery';

/** Two methods of different kinds have succeeded (RFC 8176). */
export const isMultiFactor = (amr: readonly string[]): boolean => amr.includes('mfa');

/** Names the sign-in in progress in `verifications`; the caller has checked that it is that of the browser. */
export const pendingIdOf = ({ id }: Pick<PageRequest, 'id'>): string => `interaction:${hashId(id)}`;

/** Returns the page of the next step, undefined if the sign-in is complete. */
export async function nextStep(
  pageRequest: PageRequest,
  { user, amr }: { user: UserRow; amr: readonly string[] },
): Promise<string | undefined> {
  if (isMultiFactor(amr)) return undefined;
  const factors = await listFactors(pageRequest.deps.db, user.id);
  if (factors.length === 0 && !(await enrolUntil(pageRequest.deps, user))) return undefined;
  await remember(pageRequest, { id: pendingIdOf(pageRequest), user, amr });
  if (factors.length === 0) return ENROL_PAGE;
  return factors.some(({ kind }) => kind === 'totp') ? FACTOR_PAGE : PASSKEY_PAGE;
}

/** Returns the person whose first factor has succeeded in this sign-in. */
export const findPending = (pageRequest: PageRequest): Promise<Verified | undefined> =>
  findVerified(pageRequest, pendingIdOf(pageRequest));
