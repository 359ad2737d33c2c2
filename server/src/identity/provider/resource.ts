// The one resource server: the API of this instance.
import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { API_SCOPE, PEOPLE_SCOPES } from './registered.ts';
import { SIGNING_ALGORITHM } from './keys.ts';
import { TOKEN_LIFE_SECONDS } from './schedule.ts';

/** A resource must be a URI; the audience of its tokens is AUTH_AUDIENCE. */
export const RESOURCE = 'urn:signalbox:api';

export const apiServer = (audience: string, kid: string): ResourceServer => ({
  scope: API_SCOPE,
  audience,
  accessTokenFormat: 'jwt',
  accessTokenTTL: TOKEN_LIFE_SECONDS,
  jwt: { sign: { alg: SIGNING_ALGORITHM, kid } },
});

const known = new Set([API_SCOPE, ...PEOPLE_SCOPES]);

/** Sets the default scope of a client, and refuses unknown scopes. */
function requireKnownScope({ oidc }: KoaContextWithOIDC): void {
  const { params } = oidc;
  if (params?.['grant_type'] !== 'client_credentials') return;
  params['scope'] ??= API_SCOPE;
  const unknown = [...oidc.requestParamScopes].find((scope) => !known.has(scope));
  if (unknown !== undefined) {
    throw new errors.InvalidScope(`The scope is unknown. Use ${API_SCOPE} for the API.`, unknown);
  }
}

export const resourceIndicators = (audience: string, kid: string) => ({
  enabled: true,
  defaultResource: async (ctx: KoaContextWithOIDC) => {
    requireKnownScope(ctx);
    return RESOURCE;
  },
  useGrantedResource: async () => true,
  getResourceServerInfo: async (_ctx: KoaContextWithOIDC, resource: string) => {
    if (resource !== RESOURCE) {
      throw new errors.InvalidTarget(`resource must be ${RESOURCE}, or absent.`);
    }
    return apiServer(audience, kid);
  },
});
