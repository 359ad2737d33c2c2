// Signs in by the authorization code flow with PKCE against the identity provider of the instance.
import * as oauth from 'oauth4webapi';
import { page } from './page.ts';

const oauthClient: oauth.Client = { client_id: 'console' };
const SCOPE = 'openid email profile api';

const redirectUri = (): string => `${page.baseUrl}/console/callback`;

/** Plain HTTP is for development and the demonstration; the library refuses it unless it is allowed here. */
const options = { [oauth.allowInsecureRequests]: page.issuer.startsWith('http:') };

export interface Tokens {
  accessToken: string;
  refreshToken: string | undefined;
  idToken: string | undefined;
  subject: string | undefined;
  /** The tokens are renewed from this time on, in milliseconds. */
  renewAt: number;
}

let discovered: Promise<oauth.AuthorizationServer> | undefined;

function discover(): Promise<oauth.AuthorizationServer> {
  discovered ??= (async () => {
    const issuer = new URL(page.issuer);
    const response = await oauth.discoveryRequest(issuer, options);
    return oauth.processDiscoveryResponse(issuer, response);
  })().catch((error: unknown) => {
    discovered = undefined;
    throw error;
  });
  return discovered;
}

const RENEW_AT_SHARE = 0.8;
const ASSUMED_LIFE_SECONDS = 300;

const tokensOf = (response: oauth.TokenEndpointResponse, previous?: Tokens): Tokens => ({
  accessToken: response.access_token,
  refreshToken: response.refresh_token ?? previous?.refreshToken,
  idToken: response.id_token ?? previous?.idToken,
  subject: oauth.getValidatedIdTokenClaims(response)?.sub ?? previous?.subject,
  renewAt: Date.now() + (response.expires_in ?? ASSUMED_LIFE_SECONDS) * 1000 * RENEW_AT_SHARE,
});

/** A login is pending until the provider redirects back. */
export interface PendingLogin {
  state: string;
  verifier: string;
  returnTo: string;
}

export async function beginLogin(
  returnTo: string,
  prefix = '',
): Promise<{ pending: PendingLogin; url: string }> {
  const { authorization_endpoint: endpoint } = await discover();
  if (!endpoint)
    throw new Error(
      'The metadata of the identity provider has no authorization endpoint. Ask the operator to check its configuration.',
    );
  const verifier = oauth.generateRandomCodeVerifier();
  const state = prefix + oauth.generateRandomState();
  const url = new URL(endpoint);
  url.search = new URLSearchParams({
    client_id: oauthClient.client_id,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope: SCOPE,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  return { pending: { state, verifier, returnTo }, url: url.href };
}

export async function completeLogin(callback: URL, pending: PendingLogin): Promise<Tokens> {
  const server = await discover();
  const parameters = oauth.validateAuthResponse(server, oauthClient, callback, pending.state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    oauthClient,
    oauth.None(),
    parameters,
    redirectUri(),
    pending.verifier,
    options,
  );
  return tokensOf(await oauth.processAuthorizationCodeResponse(server, oauthClient, response));
}

/** Returns undefined if the provider refuses, because the session has ended. Other failures are thrown. */
export async function renew(tokens: Tokens): Promise<Tokens | undefined> {
  if (tokens.refreshToken === undefined) return undefined;
  const server = await discover();
  try {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      oauthClient,
      oauth.None(),
      tokens.refreshToken,
      options,
    );
    return tokensOf(await oauth.processRefreshTokenResponse(server, oauthClient, response), tokens);
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError) return undefined;
    throw error;
  }
}

export async function logoutUrl(tokens: Tokens | undefined): Promise<string> {
  const { end_session_endpoint: endpoint } = await discover();
  const home = `${page.baseUrl}/console/`;
  if (!endpoint) return home;
  const url = new URL(endpoint);
  url.searchParams.set('client_id', oauthClient.client_id);
  url.searchParams.set('post_logout_redirect_uri', home);
  if (tokens?.idToken) url.searchParams.set('id_token_hint', tokens.idToken);
  return url.href;
}
