// The claims are read for every access token, so that a refreshed token has the current roles.
import {
  type AccessToken,
  type Account,
  type ClientCredentials,
  errors,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { lacksFactor } from '../factors/required.ts';
import { saveSession } from '../sessions/sessions.sql.ts';
import { userTable, type UserRow } from '../users/users.sql.ts';
import { hashId } from './adapter.ts';
import { hasLoginEnded, loginEndsAt } from './lifetimes.ts';
import { CLIENT_CLAIMS } from './registered.ts';

type Context = KoaContextWithOIDC;

/** Returns the code or refresh token that the token is issued for; undefined for tokens without a login. */
export const loginOf = ({ oidc }: Context) =>
  oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken;

const MAX_USER_AGENT_LENGTH = 500;

/** Records that the login got a token, and returns its id. A login that has ended gets none. */
async function sessionOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ctx: Context,
): Promise<string | undefined> {
  const { accountId, clientId, grantId, sessionUid, authTime } = loginOf(ctx) ?? {};
  if (!accountId || !clientId || !grantId || !sessionUid || authTime === undefined)
    return undefined;
  const id = await saveSession(db, {
    user_id: accountId,
    client_id: clientId,
    user_agent: ctx.get('user-agent').slice(0, MAX_USER_AGENT_LENGTH) || null,
    grant_hash: hashId(grantId),
    uid_hash: hashId(sessionUid),
    created_at: now().toISOString(),
    ends_at: new Date(loginEndsAt(authTime, clientId) * 1000).toISOString(),
  });
  if (id === undefined) throw new errors.InvalidGrant('the login has ended');
  return id;
}

/** A change of the address revokes the token, so its claims name all addresses that are the user's. */
const claimsOfUser = ({ email, previous_emails, roles, token_generation }: UserRow) => ({
  email,
  ...(previous_emails.length > 0 && { former_emails: previous_emails }),
  roles,
  gen: token_generation,
});

/** Returns the generation of the client that obtains the token for a person; built-in clients have none. */
const generationOf = ({ oidc }: Context): unknown =>
  (oidc.client?.[CLIENT_CLAIMS] as { gen?: number } | undefined)?.gen;

export const tokenClaims =
  ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  async (
    ctx: Context,
    token: AccessToken | ClientCredentials,
  ): Promise<Record<string, unknown> | undefined> => {
    if (token.kind === 'ClientCredentials') {
      return ctx.oidc.client?.[CLIENT_CLAIMS] as Record<string, unknown>;
    }
    const user = await userTable.find(db, token.accountId);
    const { authTime, amr } = loginOf(ctx) ?? {};
    const sessionId = await sessionOf({ db, now }, ctx);
    const clientGeneration = generationOf(ctx);
    return {
      ...token.extra,
      ...(clientGeneration !== undefined && { client_gen: clientGeneration }),
      ...(user && claimsOfUser(user)),
      ...(sessionId && { session_id: sessionId }),
      ...(authTime !== undefined && { auth_time: authTime, amr: amr ?? ['pwd'] }),
    };
  };

/** Returns undefined if the user is not active, or if the session or grant has ended or is older than the password or the
 * last deactivation. */
export const findAccount =
  (deps: Pick<Deps, 'db' | 'now' | 'settings'>) =>
  async (
    ctx: Context,
    id: string,
    token?: { authTime?: number; amr?: string[] },
  ): Promise<Account | undefined> => {
    const user = await userTable.find(deps.db, id);
    if (!user?.active) return undefined;
    const startedAt = token?.authTime ?? ctx.oidc.session?.loginTs;
    // Without a token, the session in the browser is checked.
    const clientId = token && ctx.oidc.client?.clientId;
    if (hasLoginEnded(user, startedAt, clientId)) return undefined;
    const amr = token ? token.amr : ctx.oidc.session?.amr;
    if (startedAt !== undefined && (await lacksFactor(deps, user, { amr, startedAt })))
      return undefined;
    const { email, name } = user;
    return { accountId: id, claims: async () => ({ sub: id, email, name }) };
  };
