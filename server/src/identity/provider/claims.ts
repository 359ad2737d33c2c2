// What an access token says of who holds it. Read anew for every token, so a refresh brings the roles of now.
import type { AccessToken, Account, ClientCredentials, KoaContextWithOIDC } from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { users, type UserRow } from '../users/users.sql.ts';
import { CLIENT_CLAIMS } from './registered.ts';

type Context = KoaContextWithOIDC;

/** When the person last gave a password, in seconds; absent for a token that came without a login. */
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
    const user = await users.find(db, token.accountId);
    const authTime = authTimeOf(ctx);
    return {
      ...token.extra,
      ...(user && claimsOfUser(user)),
      ...(authTime !== undefined && { auth_time: authTime, amr: ['pwd'] }),
    };
  };

/** Undefined for who may not log in, and for what was begun before the password changed. */
export const findAccount =
  ({ db }: Pick<Deps, 'db'>) =>
  async (ctx: Context, id: string, token?: { authTime?: number }): Promise<Account | undefined> => {
    const user = await users.find(db, id);
    if (!user?.active) return undefined;
    const began = token?.authTime ?? ctx.oidc.session?.loginTs;
    const changed = user.password_changed_at;
    if (began !== undefined && changed && began < Math.floor(Date.parse(changed) / 1000)) {
      return undefined;
    }
    const { email, name } = user;
    return { accountId: id, claims: async () => ({ sub: id, email, name }) };
  };
