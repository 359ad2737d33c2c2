// Claims of access tokens. Read for every token, so that a refreshed token has the current roles.
import type { AccessToken, Account, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { userTable, type UserRow } from '../users/users.sql.ts';
import { CLIENT_CLAIMS } from './registered.ts';

type Context = KoaContextWithOIDC;

/** When the user last entered the password, in seconds; absent for tokens without a login. */
const authTimeOf = ({ oidc }: Context): number | undefined =>
  (oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken)?.authTime;

const claimsOfUser = ({ email, roles, token_generation }: UserRow) => ({
  email,
  roles,
  gen: token_generation,
});

export const tokenClaims =
  ({ db }: Pick<Deps, 'db'>) =>
  async (
    ctx: Context,
    token: AccessToken | ClientCredentials,
  ): Promise<Record<string, unknown> | undefined> => {
    if (token.kind === 'ClientCredentials') {
      return ctx.oidc.client?.[CLIENT_CLAIMS] as Record<string, unknown>;
    }
    const user = await userTable.find(db, token.accountId);
    const authTime = authTimeOf(ctx);
    return {
      ...token.extra,
      ...(user && claimsOfUser(user)),
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
