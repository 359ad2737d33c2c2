// Exchanges an API key for a token of 15 minutes, by the token-exchange grant (RFC 8693).
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type Provider from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { TOKEN_EXCHANGE } from '../clients/clients.builtin.ts';
import { apiServer, requireOwnResource, RESOURCE } from '../provider/resource.ts';
import { API_SCOPE } from '../provider/registered.ts';
import { addressReader } from '../../platform/net/forwarded.ts';
import { recordSignIn } from '../sign-ins/sign-ins.ts';
import { userTable } from '../users/users.sql.ts';
import { hashKey, isWellFormed } from './keys.form.ts';
import { findApiKeyByHash, markApiKeyUsed } from './keys.sql.ts';

const KEY_TOKEN_TYPE = 'urn:signalbox:token-type:api-key';
const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';
const LIFE_SECONDS = 900;

/** Every invalid key gets the same error, so that it does not reveal which keys exist. */
const invalidKey = () => new errors.InvalidGrant('the API key is not valid');

const isFromBefore = (moment: string | null, createdAt: string): boolean =>
  moment !== null && Date.parse(createdAt) <= Date.parse(moment);

async function authenticateKey({ db, now }: Deps, key: string) {
  if (!isWellFormed(key)) throw invalidKey();
  const found = await findApiKeyByHash(db, hashKey(key));
  if (!found || Date.parse(found.expires_at) <= now().getTime()) throw invalidKey();
  const user = await userTable.find(db, found.user_id);
  if (!user?.active || isFromBefore(user.access_ended_at, found.created_at)) throw invalidKey();
  await markApiKeyUsed(db, found.id, now().toISOString());
  return { keyId: found.id, userId: user.id, email: user.email };
}

const exchange =
  (deps: Deps, provider: Provider, kid: string) =>
  async (ctx: KoaContextWithOIDC): Promise<void> => {
    const { params, client } = ctx.oidc;
    const {
      subject_token: key,
      subject_token_type: type = KEY_TOKEN_TYPE,
      resource,
    } = params ?? {};
    if (!client || typeof key !== 'string') {
      throw new errors.InvalidRequest('subject_token must be the API key');
    }
    if (type !== KEY_TOKEN_TYPE) {
      throw new errors.InvalidRequest(`subject_token_type must be ${KEY_TOKEN_TYPE}, or absent`);
    }
    if (typeof resource === 'string') requireOwnResource(resource, deps.config.BASE_URL);
    const { keyId, userId, email } = await authenticateKey(deps, key);
    const address = addressReader(deps.config.TRUSTED_PROXIES)(ctx.req);
    await recordSignIn(deps, { kind: 'key_exchange', email, address, client: client.clientId });
    const token = new provider.AccessToken({
      accountId: userId,
      client,
      gty: 'token_exchange',
      scope: API_SCOPE,
      expiresIn: LIFE_SECONDS,
      extra: { key_id: keyId },
    } as never);
    token.resourceServer = new provider.ResourceServer(
      RESOURCE,
      apiServer(deps.config.AUTH_AUDIENCE, kid),
    );
    ctx.body = {
      access_token: await token.save(),
      issued_token_type: ACCESS_TOKEN_TYPE,
      token_type: 'Bearer',
      expires_in: LIFE_SECONDS,
      scope: API_SCOPE,
    };
  };

export const offerExchange = (deps: Deps, provider: Provider, kid: string): void =>
  provider.registerGrantType(TOKEN_EXCHANGE, exchange(deps, provider, kid), [
    'subject_token',
    'subject_token_type',
    'resource',
  ]);
