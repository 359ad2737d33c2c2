// Changing factors needs more than an open session: the person has shown again, a moment ago, who they are. The proof is
// bound to the session in the browser, so it serves no other browser, and no token follows from it.
import { randomBytes } from 'node:crypto';
import { messagePage } from '../pages/pages.ts';
import { consoleUrl, type PageRequest } from '../pages/page-request.ts';
import { respond } from '../pages/send.ts';
import { hasLoginEnded } from '../provider/lifetimes.ts';
import { hashId } from '../provider/adapter.ts';
import { type UserRow, userTable } from '../users/users.sql.ts';
import { findVerification, saveVerification, type VerificationRow } from './verification.sql.ts';

const VALID_MS = 10 * 60_000;

export interface SignedIn {
  user: UserRow;
  /** Names the session in the browser in `verifications`. */
  verificationId: string;
}

export interface Verified {
  user: UserRow;
  verification: VerificationRow;
}

/** Returns undefined if nobody is signed in in this browser, or if the session has ended for any reason. */
export async function findSignedIn({
  deps,
  provider,
  request,
  response,
}: PageRequest): Promise<SignedIn | undefined> {
  const session = await provider.Session.get(provider.createContext(request, response));
  if (!session.accountId) return undefined;
  const user = await userTable.find(deps.db, session.accountId);
  if (!user?.active || hasLoginEnded(user, session.loginTs)) return undefined;
  return { user, verificationId: `session:${hashId(session.uid)}` };
}

/** Remembers for some minutes that the person at this browser has shown who they are. */
export function remember(
  { deps }: Pick<PageRequest, 'deps'>,
  { id, user, amr }: { id: string; user: UserRow; amr: readonly string[] },
): Promise<unknown> {
  return saveVerification(deps.db, {
    id,
    user_id: user.id,
    amr: [...amr],
    form_token: randomBytes(24).toString('base64url'),
    generation: user.token_generation,
    secret: null,
    expires_at: new Date(deps.now().getTime() + VALID_MS).toISOString(),
  });
}

/**
 * Call this after the person has signed in again at their identity provider, in the browser of this request. A person
 * other than the one whose session it is gets nothing; the result says so.
 */
export async function grantVerification(
  pageRequest: PageRequest,
  { id }: Pick<UserRow, 'id'>,
  amr: readonly string[] = [],
): Promise<boolean> {
  const signedIn = await findSignedIn(pageRequest);
  if (signedIn?.user.id !== id) return false;
  await remember(pageRequest, { id: signedIn.verificationId, user: signedIn.user, amr });
  return true;
}

/** A new password, role or address since then ends the verification. */
export async function findVerified(
  { deps }: Pick<PageRequest, 'deps'>,
  id: string,
): Promise<Verified | undefined> {
  const verification = await findVerification(deps.db, id, deps.now().toISOString());
  if (!verification) return undefined;
  const user = await userTable.find(deps.db, verification.user_id);
  if (!user?.active || user.token_generation !== verification.generation) return undefined;
  return { user, verification };
}

export const respondSignedOut = (pageRequest: PageRequest): void =>
  respond(
    pageRequest.response,
    401,
    messagePage('You are not signed in', 'Sign in to Signalbox, then open this page again.', {
      link: { href: consoleUrl(pageRequest), text: 'Sign in' },
    }),
  );
