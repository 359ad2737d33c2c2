// The API of this instance is the only resource server.
import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import type { Config } from '../../platform/runtime/config.ts';
import { API_SCOPE, PEOPLE_SCOPES } from './registered.ts';
import { SIGNING_ALGORITHM } from './keys.ts';
import { TOKEN_LIFE_SECONDS } from './schedule.ts';

/** A resource must be a URI. Its tokens have the audience AUTH_AUDIENCE, and BASE_URL is another name for it. */
export const RESOURCE = 'urn:signalbox:api';

export const apiServer = (audience: string, kid: string): ResourceServer => ({
  scope: API_SCOPE,
  audience,
  accessTokenFormat: 'jwt',
  accessTokenTTL: TOKEN_LIFE_SECONDS,
  jwt: { sign: { alg: SIGNING_ALGORITHM, kid } },
});

const known = new Set([API_SCOPE, ...PEOPLE_SCOPES]);

/** Requests without a scope are for the API. Other requests of the token endpoint have the scope of their code. */
function requireKnownScope({ oidc }: KoaContextWithOIDC): void {
  const { params, route } = oidc;
  const isForClient = params?.['grant_type'] === 'client_credentials';
  if (params && (isForClient || route === 'authorization')) params['scope'] ??= API_SCOPE;
  if (!isForClient) return;
  const unknown = [...oidc.requestParamScopes].find((scope) => !known.has(scope));
  if (unknown !== undefined) {
    throw new errors.InvalidScope(`The scope is unknown. Use ${API_SCOPE} for the API.`, unknown);
  }
}

const canonical = (url: string): string =>
  URL.canParse(url) ? new URL(url).href.replace(/\/$/, '') : url;

/**
 * Refuses any resource but this instance. A client that was directed to another instance names that one and gets no token
 * here; otherwise the other instance could use the token against this one.
 */
export function requireOwnResource(resource: string, baseUrl: string): void {
  if (resource === RESOURCE || canonical(resource) === canonical(baseUrl)) return;
  throw new errors.InvalidTarget(`resource must be ${baseUrl} or ${RESOURCE}, or absent.`);
}

export const resourceIndicators = (
  { AUTH_AUDIENCE: audience, BASE_URL: baseUrl }: Pick<Config, 'AUTH_AUDIENCE' | 'BASE_URL'>,
  kid: string,
) => ({
  enabled: true,
  defaultResource: async () => RESOURCE,
  useGrantedResource: async () => true,
  getResourceServerInfo: async (ctx: KoaContextWithOIDC, resource: string) => {
    requireKnownScope(ctx);
    requireOwnResource(resource, baseUrl);
    return apiServer(audience, kid);
  },
});
