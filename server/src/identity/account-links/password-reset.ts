// Runs in the job of a mail, so that the response to the request depends on no account.
import { isSamePerson } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { findUserByEmail, type UserRow, userTable } from '../users/users.sql.ts';
import type { AccountMailRequest, ResetRequest } from './account-mail-request.ts';
import { replaceLink } from './account-links.sql.ts';

type Reset = ResetRequest & Pick<AccountMailRequest, 'id' | 'at'>;

export const RESET_MINUTES = 30;

const expiryOf = ({ at }: Pick<Reset, 'at'>): Date =>
  new Date(Date.parse(at) + RESET_MINUTES * 60_000);

/** Locks the active user with this address; undefined if there is none, or if the link would have expired. */
export async function lockUserOfReset(
  tx: Tx,
  request: Reset,
  now: Date,
): Promise<UserRow | undefined> {
  if (expiryOf(request) <= now) return undefined;
  const found = await findUserByEmail(tx, request.email);
  const user = found && (await userTable.lock(tx, found.id));
  return user?.active && isSamePerson(user.email, request.email) ? user : undefined;
}

/** Ends the link that the person had. Only the browser that asked for this one can use it. */
export const createResetLink = (tx: Tx, user: UserRow, request: Reset): Promise<unknown> =>
  replaceLink(tx, {
    user_id: user.id,
    id: request.id,
    audience: 'reset',
    token_hash: null,
    browser_hash: Buffer.from(request.browser, 'base64url'),
    expires_at: expiryOf(request).toISOString(),
  });
