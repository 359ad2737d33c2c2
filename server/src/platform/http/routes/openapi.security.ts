// The OpenAPI document says how to obtain a token from the identity provider of the instance.
import type { Config } from '../../runtime/config.ts';

type ProviderConfig = Pick<Config, 'AUTH_URL' | 'OIDC_ISSUER'>;

const SCOPE = 'api';
const scopes = { [SCOPE]: 'Use the API with the roles of the caller.' };

const bearer = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token of the identity provider.',
} as const;

const ownProvider = ({ AUTH_URL }: ProviderConfig) => ({
  oauth2: {
    type: 'oauth2',
    description:
      'People sign in with the authorization code flow and PKCE, with the public client `docs` from the reference of the instance. Programs use the credentials of their client.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${AUTH_URL}/oauth2/authorize`,
        tokenUrl: `${AUTH_URL}/oauth2/token`,
        scopes,
      },
      clientCredentials: { tokenUrl: `${AUTH_URL}/oauth2/token`, scopes },
    },
  },
});

/** The endpoints of an external provider are in its discovery document. */
const externalProvider = ({ OIDC_ISSUER }: ProviderConfig) => ({
  openid: {
    type: 'openIdConnect',
    description: 'The identity provider of this instance.',
    openIdConnectUrl: `${OIDC_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`,
  },
});

const isExternal = ({ OIDC_ISSUER }: ProviderConfig): boolean => OIDC_ISSUER !== '';

export const securitySchemesOf = (config: ProviderConfig) => ({
  bearer,
  ...(isExternal(config) ? externalProvider(config) : ownProvider(config)),
});

/** One of the alternatives is enough: each results in the same token. */
export const securityOf = (config: ProviderConfig): Record<string, string[]>[] => [
  { bearer: [] },
  isExternal(config) ? { openid: [] } : { oauth2: [SCOPE] },
];
