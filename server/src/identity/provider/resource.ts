// The one thing that tokens are for: this instance's API.
import { errors, type KoaContextWithOIDC, type ResourceServer } from 'oidc-provider';
import { API_SCOPE, PEOPLE_SCOPES } from './registered.ts';
import { SIGNING_ALGORITHM } from './keys.ts';
import { TOKEN_LIFE_SECONDS } from './schedule.ts';

/** A resource must be an address; the audience of its tokens is AUTH_AUDIENCE. */
export const RESOURCE = 'urn:signalbox:api';

export const apiServer = (audience: string, kid: string): ResourceServer => ({
  scope: API_SCOPE,
  audience,
  accessTokenFormat: 'jwt',
  accessTokenTTL: TOKEN_LIFE_SECONDS,
  jwt: { sign: { alg: SIGNING_ALGORITHM, kid } },
});

const known = new Set([API_SCOPE, ...PEOPLE_SCOPES]);

/** A client that names no scope gets all of its own; one that names what does not exist is told so. */
function settleScope({ oidc }: KoaContextWithOIDC): void {
  const { params } = oidc;
  if (params?.['grant_type'] !== 'client_credentials') return;
  params['scope'] ??= API_SCOPE;
  const unknown = [...oidc.requestParamScopes].find((scope) => !known.has(scope));
  if (unknown !== undefined) {
    throw new errors.InvalidScope(
      `There is no such scope; ${API_SCOPE} is the one of the API.`,
      unknown,
    );
  }
}

export const resourceIndicators = (audience: string, kid: string) => ({
  enabled: true,
  defaultResource: async (ctx: KoaContextWithOIDC) => {
    settleScope(ctx);
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
