// Speaks OpenID Connect with a provider: authorization code with PKCE, state and nonce, and an id token whose signature
// is verified by the provider's own keys.
import { decodeProtectedHeader } from 'jose';
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { LRUCache } from 'lru-cache';
import { boundedCache } from '../../platform/limits/bounded-cache.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { claimAt } from '../claims.ts';
import { boundedFetch, WITHIN_SECONDS } from './bounded-fetch.ts';
import { redirectUriOf, secretOf } from './providers/providers.service.ts';
import type { IdentityProviderRow } from './providers/providers.sql.ts';

export type Claims = Readonly<Record<string, unknown>>;

export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
  /** The person signs in again, even with a session at the provider. */
  isFresh: boolean;
}

/** The response of the provider is not one that may sign somebody in. */
class InvalidResponse extends Error {}

interface CachedClient {
  client: Promise<Configuration>;
  endsAt: number;
}

const MAX_CACHED = 50;
/** The library refreshes the keys of a client that is in use after five minutes, and for an unknown key. */
const CACHED_MS = 600_000;
const CLOCK_TOLERANCE_SECONDS = 60;
const MAX_SUBJECT_LENGTH = 255;

/** A secret that both sides know could be used to forge tokens, and `none` signs nothing. */
const ALGORITHMS = new Set([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]);

const caches = new WeakMap<Deps, LRUCache<string, CachedClient>>();

const cacheOf = (deps: Deps): LRUCache<string, CachedClient> => {
  const cache = caches.get(deps) ?? boundedCache<CachedClient>(MAX_CACHED);
  caches.set(deps, cache);
  return cache;
};

/** A provider that names no method accepts HTTP Basic (OpenID Connect Discovery, section 3). */
function clientAuthentication(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

async function discover(deps: Deps, provider: IdentityProviderRow): Promise<Configuration> {
  const issuer = new URL(provider.issuer);
  const client = await discovery(
    issuer,
    provider.client_id,
    {},
    clientAuthentication(secretOf(deps.keys, provider)),
    {
      [customFetch]: boundedFetch(deps.egress),
      timeout: WITHIN_SECONDS,
      execute: [enableNonRepudiationChecks],
    },
  );
  const metadata = client.serverMetadata();
  // The library makes exceptions for some products, whose tokens would then name an issuer that nobody has chosen.
  if (URL.parse(metadata.issuer)?.href !== issuer.href)
    throw new InvalidResponse(`the discovery document is that of ${metadata.issuer}`);
  if (URL.parse(metadata.authorization_endpoint ?? '')?.protocol !== 'https:')
    throw new InvalidResponse('the authorization endpoint is not an https URL');
  return client;
}

function clientOf(deps: Deps, provider: IdentityProviderRow): Promise<Configuration> {
  const cache = cacheOf(deps);
  const key = `${provider.id} ${provider.version} ${provider.updated_at}`;
  const cached = cache.get(key);
  if (cached && deps.monotonicMs() < cached.endsAt) return cached.client;
  const client = discover(deps, provider);
  cache.set(key, { client, endsAt: deps.monotonicMs() + CACHED_MS });
  client.catch(() => cache.delete(key));
  return client;
}

export async function authorizationUrl(
  deps: Deps,
  provider: IdentityProviderRow,
  { state, nonce, verifier, isFresh }: SignInSecrets,
): Promise<string> {
  const client = await clientOf(deps, provider);
  const { href } = buildAuthorizationUrl(client, {
    redirect_uri: redirectUriOf(deps.config, provider.id),
    scope: provider.scopes.join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  });
  return href;
}

const MAX_METHODS = 10;

/** Returns the methods that the provider confirms, as RFC 8176 names them. */
export const methodsOf = ({ amr }: Claims): string[] =>
  [amr]
    .flat()
    .filter((one): one is string => typeof one === 'string' && /^[a-z_]{1,20}$/.test(one))
    .slice(0, MAX_METHODS);

/** The library validates issuer, audience, nonce, expiry and signature; these checks go beyond it. */
function requireValid(
  { client_id }: IdentityProviderRow,
  idToken: string,
  { azp, iat, sub }: Claims,
): void {
  const { alg } = decodeProtectedHeader(idToken);
  const latest = Math.floor(Date.now() / 1000) + CLOCK_TOLERANCE_SECONDS;
  const faults = [
    !ALGORITHMS.has(String(alg)) && `the id token is signed with ${alg}`,
    azp !== undefined && azp !== client_id && 'the id token was issued to another client',
    !(typeof iat === 'number' && iat <= latest) && 'the id token was issued in the future',
    !(typeof sub === 'string' && sub !== '' && sub.length <= MAX_SUBJECT_LENGTH) &&
      'the id token names no subject',
  ];
  const fault = faults.find(Boolean);
  if (fault) throw new InvalidResponse(fault);
}

/** Some providers send addresses or groups only from the userinfo endpoint. */
const isComplete = ({ role_rules }: IdentityProviderRow, claims: Claims): boolean =>
  claims['email'] !== undefined &&
  role_rules.every(({ claim }) => claimAt(claims, claim) !== undefined);

/** Returns the claims of the person who signed in; `query` is that of the redirect back. */
export async function redeem(
  deps: Deps,
  provider: IdentityProviderRow,
  query: URLSearchParams,
  { state, nonce, verifier, isFresh }: SignInSecrets,
): Promise<Claims & { sub: string }> {
  const client = await clientOf(deps, provider);
  // The URL is never taken from the request, whose Host header anybody can set.
  const url = new URL(`${redirectUriOf(deps.config, provider.id)}?${query.toString()}`);
  const tokens = await authorizationCodeGrant(client, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(isFresh && { maxAge: 0 }),
  });
  const claims = tokens.claims();
  if (!claims || !tokens.id_token) throw new InvalidResponse('there is no id token');
  requireValid(provider, tokens.id_token, claims);
  const { sub } = claims;
  if (isComplete(provider, claims) || !client.serverMetadata().userinfo_endpoint)
    return { ...claims, sub };
  return { ...(await fetchUserInfo(client, tokens.access_token, sub)), ...claims, sub };
}
