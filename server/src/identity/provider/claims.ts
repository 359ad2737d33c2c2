// Claims of access tokens. Read for every token, so that a refreshed token has the current roles.
import type { AccessToken, Account, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { saveSession } from '../sessions/sessions.sql.ts';
import { userTable, type UserRow } from '../users/users.sql.ts';
import { hashed } from './adapter.ts';
import { CLIENT_CLAIMS } from './registered.ts';

type Context = KoaContextWithOIDC;

/** The code or refresh token that the token is issued for; absent for tokens without a login. */
const loginOf = ({ oidc }: Context) =>
  oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken;

const MAX_USER_AGENT_LENGTH = 500;

/** Records that the login got a token, and returns its id. */
async function sessionOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ctx: Context,
): Promise<string | undefined> {
  const { accountId, clientId, grantId, sessionUid } = loginOf(ctx) ?? {};
  if (!accountId || !clientId || !grantId || !sessionUid) return undefined;
  return saveSession(db, {
    user_id: accountId,
    client_id: clientId,
    user_agent: ctx.get('user-agent').slice(0, MAX_USER_AGENT_LENGTH) || null,
    grant_hash: hashed(grantId),
    uid_hash: hashed(sessionUid),
    created_at: now().toISOString(),
  });
}

const claimsOfUser = ({ email, roles, token_generation }: UserRow) => ({
  email,
  roles,
  gen: token_generation,
});

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
    const authTime = loginOf(ctx)?.authTime;
    const sessionId = await sessionOf({ db, now }, ctx);
    return {
      ...token.extra,
      ...(user && claimsOfUser(user)),
      ...(sessionId && { session_id: sessionId }),
      ...(authTime !== undefined && { auth_time: authTime, amr: ['pwd'] }),
    };
  };

/** Undefined if the user is not active, or if the session or grant is older than the password. */
export const findAccount =
  ({ db }: Pick<Deps, 'db'>) =>
  async (ctx: Context, id: string, token?: { authTime?: number }): Promise<Account | undefined> => {
    const user = await userTable.find(db, id);
    if (!user?.active) return undefined;
    const startedAt = token?.authTime ?? ctx.oidc.session?.loginTs;
    const changed = user.password_changed_at;
    if (startedAt !== undefined && changed && startedAt < Math.floor(Date.parse(changed) / 1000)) {
      return undefined;
    }
    const { email, name } = user;
    return { accountId: id, claims: async () => ({ sub: id, email, name }) };
  };
