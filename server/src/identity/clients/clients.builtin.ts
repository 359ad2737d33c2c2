// Every instance has these clients. They are public, because a browser, a command line or an SDK cannot keep a secret.
import type { ClientMetadata } from 'oidc-provider';
import type { Config } from '../../platform/runtime/config.ts';

export const API_KEY_CLIENT = 'api-key';
export const CLI_CLIENT = 'cli';
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

export const builtInClients = ({
  BASE_URL,
}: Pick<Config, 'BASE_URL'>): Record<string, ClientMetadata> => ({
  console: {
    client_id: 'console',
    client_name: 'Console',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [`${BASE_URL}/console/callback`],
    post_logout_redirect_uris: [`${BASE_URL}/console/`],
    scope: 'openid email profile api',
  },
  // The reference gets a token of an hour, and no refresh token: it stores its token where the person can read it.
  docs: {
    client_id: 'docs',
    client_name: 'API reference',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: [`${BASE_URL}/docs/callback`],
    scope: 'api',
  },
  // For a native application any port of the loopback address matches (RFC 8252): the command line listens on a free one.
  [CLI_CLIENT]: {
    client_id: CLI_CLIENT,
    client_name: 'Command line',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
    scope: 'openid email profile api',
  },
  [API_KEY_CLIENT]: {
    client_id: API_KEY_CLIENT,
    client_name: 'API keys',
    token_endpoint_auth_method: 'none',
    grant_types: [TOKEN_EXCHANGE],
    response_types: [],
    redirect_uris: [],
    scope: 'api',
  },
});
