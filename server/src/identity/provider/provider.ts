// Configures the identity provider: features, lifetimes, clients and accounts.
import { hash, timingSafeEqual } from 'node:crypto';
import Provider, { type Client, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { builtInClients } from '../clients/clients.builtin.ts';
import { offerExchange } from '../keys/keys.exchange.ts';
import { addressReader } from '../../platform/net/forwarded.ts';
import { recordSignIn } from '../sign-ins/sign-ins.ts';
import { userTable } from '../users/users.sql.ts';
import { errorPage, loggedOutPage, logoutPage } from '../pages/pages.ts';
import { sendPage } from '../pages/send.ts';
import { adapterOf } from './adapter.ts';
import { findAccount, loginOf, tokenClaims } from './claims.ts';
import { explainErrors, reportCrashes } from './explain.ts';
import { loginPolicy } from './interaction.ts';
import { SIGNING_ALGORITHM, type SigningKey } from './keys.ts';
import { GRANT_SECONDS, isBoundToBrowser, secondsLeft } from './lifetimes.ts';
import { API_SCOPE, CLIENT_CLAIMS, PEOPLE_SCOPES } from './registered.ts';
import { resourceIndicators } from './resource.ts';
import { TOKEN_LIFE_SECONDS } from './schedule.ts';

const MINUTE = 60;

/** Clients are registered by an administrator, so requested scopes are granted without consent. */
async function grantRequestedScopes(ctx: KoaContextWithOIDC) {
  const { oidc } = ctx;
  const { client, session, params, provider } = oidc;
  if (!client || !session?.accountId) return undefined;
  // A client that outlives the session in the browser gets a grant for each login, because each ends separately.
  const known = isBoundToBrowser(client.clientId) && session.grantIdFor(client.clientId);
  const grant =
    (known && (await provider.Grant.find(known))) ||
    new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  const scope = params?.['scope'];
  grant.addOIDCScope(typeof scope === 'string' ? scope : '');
  for (const [resource, server] of Object.entries(oidc.resourceServers ?? {})) {
    grant.addResourceScope(resource, server.scope);
  }
  await grant.save();
  return grant;
}

const isOriginOf = (uris: readonly string[], origin: string): boolean =>
  uris.some((uri) => URL.parse(uri)?.origin === origin);

function configurationOf(deps: Deps, keys: SigningKey[], signing: SigningKey): Configuration {
  const { config } = deps;
  return {
    adapter: adapterOf(deps),
    clients: Object.values(builtInClients(config)),
    // The signing key comes first, because id tokens use the first suitable key.
    jwks: {
      keys: [signing, ...keys.filter((key) => key.id !== signing.id)].map(
        ({ jwk }) => ({ ...jwk, alg: SIGNING_ALGORITHM, use: 'sig' }) as never,
      ),
    },
    routes: {
      token: '/oauth2/token',
      authorization: '/oauth2/authorize',
      userinfo: '/oauth2/userinfo',
      revocation: '/oauth2/revoke',
      end_session: '/oauth2/logout',
      jwks: '/jwks',
    },
    responseTypes: ['code'],
    scopes: [...PEOPLE_SCOPES, API_SCOPE],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    extraClientMetadata: { properties: [CLIENT_CLAIMS] },
    extraTokenClaims: tokenClaims(deps),
    findAccount: findAccount(deps) as NonNullable<Configuration['findAccount']>,
    loadExistingGrant: grantRequestedScopes,
    // A refresh token ends with the session in the browser, so logging out revokes it too.
    expiresWithSession: async (_ctx, { clientId = '' }) => isBoundToBrowser(clientId),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // A native client is not a web page. The reference of the instance obtains tokens for any other client.
    clientBasedCORS: (_ctx, origin, client: Client) =>
      client.applicationType !== 'native' &&
      isOriginOf([config.BASE_URL, ...(client.redirectUris ?? [])], origin),
    interactions: {
      policy: loginPolicy(),
      url: (_ctx, interaction) =>
        `${new URL(config.AUTH_URL).pathname.replace(/\/$/, '')}/interaction/${interaction.uid}`,
    },
    cookies: {
      keys: deps.keys.cookies,
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    ttl: {
      AccessToken: (ctx, _token, { clientId }) =>
        Math.min(TOKEN_LIFE_SECONDS, secondsLeft(loginOf(ctx)?.authTime, clientId)),
      ClientCredentials: TOKEN_LIFE_SECONDS,
      IdToken: TOKEN_LIFE_SECONDS,
      AuthorizationCode: MINUTE,
      Interaction: 10 * MINUTE,
      // The library saves a session again at every authorization.
      Session: (_ctx, { loginTs }) => secondsLeft(loginTs),
      RefreshToken: (_ctx, { authTime }, { clientId }) => secondsLeft(authTime, clientId),
      Grant: GRANT_SECONDS,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: resourceIndicators(config, signing.id),
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => sendPage(ctx, logoutPage(form)),
        postLogoutSuccessSource: async (ctx) => sendPage(ctx, loggedOutPage()),
      },
    },
    renderError: async (ctx, out) => sendPage(ctx, errorPage(out)),
  };
}

/** Only hashes of secrets are stored: the given secret is hashed and compared in constant time. */
function compareBySecretHash(provider: Provider): void {
  provider.Client.prototype.compareClientSecret = async function (this: Client, given: string) {
    const expected = Buffer.from(this.clientSecret ?? '', 'base64url');
    const actual = hash('sha256', given, 'buffer');
    return expected.length === actual.length && timingSafeEqual(actual, expected);
  };
}

/** The library has ended the session or login by then; on its page, the person may also have chosen to stay signed in. */
function recordSignOuts(deps: Deps, provider: Provider): void {
  const addressOf = addressReader(deps.config.TRUSTED_PROXIES);
  const record = async (ctx: KoaContextWithOIDC, userId: string) => {
    const user = await userTable.find(deps.db, userId);
    if (!user) return;
    const client = ctx.oidc.client?.clientId ?? null;
    const { email } = user;
    await recordSignIn(deps, { kind: 'sign_out', email, address: addressOf(ctx.req), client });
  };
  const begin = (ctx: KoaContextWithOIDC, userId: string) =>
    void record(ctx, userId).catch((error: unknown) =>
      deps.log.error({ err: error }, 'sign_in.not_recorded'),
    );
  provider.on('end_session.success', (ctx) => {
    const { session, params } = ctx.oidc;
    if (session?.accountId && params?.['logout']) begin(ctx, session.accountId);
  });
  // The command line signs out by revoking its refresh token.
  provider.on('grant.revoked', (ctx) => {
    const userId = ctx.oidc.entities.RefreshToken?.accountId;
    if (ctx.oidc.route === 'revocation' && userId) begin(ctx, userId);
  });
}

/** The keys of a provider are fixed: to change them, build another behind the same listener. */
export function buildProvider(deps: Deps, keys: SigningKey[], signing: SigningKey): Provider {
  const provider = new Provider(deps.config.AUTH_URL, configurationOf(deps, keys, signing));
  // The listener sets the forwarded headers itself, from AUTH_URL; see listener.ts.
  provider.proxy = true;
  compareBySecretHash(provider);
  offerExchange(deps, provider, signing.id);
  recordSignOuts(deps, provider);
  provider.use(reportCrashes(deps.log));
  provider.use(explainErrors);
  provider.on('server_error', (_ctx, error) => deps.log.error({ err: error }, 'auth.crashed'));
  return provider;
}
