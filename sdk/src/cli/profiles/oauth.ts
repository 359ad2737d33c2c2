// The command line discovers the identity provider, exchanges a code with PKCE, and renews and revokes its tokens.
import { createHash, randomBytes } from 'node:crypto';
import { isResource, withoutSlash } from '../../discovery.ts';
import { CliError } from '../exit-codes.ts';
import { parseUrl } from './loopback.ts';

/** Every instance has this built-in public client. */
const CLIENT_ID = 'cli';
const TIMEOUT_MS = 15_000;

export interface Provider {
  /** Tokens are requested for this address of the instance only (RFC 8707). */
  resource: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  revocationEndpoint?: string | undefined;
}

export interface Tokens {
  accessToken: string;
  expiresAt: number;
  refreshToken?: string | undefined;
}

type Json = Record<string, unknown>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The cause of a failed `fetch` has the code, such as ECONNREFUSED. */
const causeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  const { code, message } = (cause ?? error) as { code?: string; message?: string };
  return code ?? message ?? String(error);
};

async function send(
  url: string,
  form?: Record<string, string>,
): Promise<{ status: number; requestId: string | undefined; body: Json }> {
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'signalbox-cli' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // A redirect would carry the code or the refresh token to another address.
      redirect: 'manual',
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
  } catch (error) {
    throw new CliError(
      { exit: 'unreachable', code: 'network_error' },
      `No connection to ${new URL(url).origin}: ${causeOf(error)}.`,
      'Check the address, and whether the instance runs.',
    );
  }
  const body: unknown = await response.json().catch(() => ({}));
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    body: (body ?? {}) as Json,
  };
}

const responseError = (message: string, ...hints: string[]) =>
  new CliError({ exit: 'unreachable', code: 'invalid_response' }, message, ...hints);

const notAnInstance = (url: string) =>
  responseError(
    `${url} does not respond like a Signalbox instance.`,
    'Give the address without a path, such as https://desk.example.com.',
  );

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An endpoint is opened in the browser or sent secrets: another scheme could start a program, HTTP could be read. */
function webAddress(value: unknown, issuer: string): string | undefined {
  const address = text(value);
  if (address === undefined) return undefined;
  const url = parseUrl(address);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname)))
    return url.href;
  throw responseError(
    `The identity provider ${issuer} names an endpoint that is not an HTTPS address: ${address}`,
    'Check the address of the instance. Do not sign in there if you do not know it.',
  );
}

/** Finds the identity provider of an instance (RFC 9728, OpenID Connect Discovery). */
export async function discover(url: string): Promise<Provider> {
  const { body: metadata } = await send(`${url}/.well-known/oauth-protected-resource`);
  const [issuer] = (metadata['authorization_servers'] ?? []) as unknown[];
  if (typeof issuer !== 'string') throw notAnInstance(url);
  if (!isResource(metadata['resource'], url))
    throw responseError(
      `The instance at ${url} gives its address as ${text(metadata['resource']) ?? 'nothing'}.`,
      'Use its public address. Do not sign in there if you do not know it.',
    );
  webAddress(issuer, issuer);
  const { body } = await send(`${withoutSlash(issuer)}/.well-known/openid-configuration`);
  // OpenID Connect Discovery, 4.3: otherwise the endpoints belong to somebody else.
  if (withoutSlash(text(body['issuer']) ?? '') !== withoutSlash(issuer))
    throw responseError(
      `The identity provider ${issuer} gives its address as ${text(body['issuer']) ?? 'nothing'}.`,
    );
  const authorizationEndpoint = webAddress(body['authorization_endpoint'], issuer);
  const tokenEndpoint = webAddress(body['token_endpoint'], issuer);
  if (!authorizationEndpoint || !tokenEndpoint)
    throw responseError(`The identity provider ${issuer} names no endpoints.`);
  return {
    resource: url,
    authorizationEndpoint,
    tokenEndpoint,
    revocationEndpoint: webAddress(body['revocation_endpoint'], issuer),
  };
}

async function tokensBy(endpoint: string, form: Record<string, string>): Promise<Tokens> {
  const sentAt = Date.now();
  const { status, requestId, body } = await send(endpoint, { client_id: CLIENT_ID, ...form });
  const accessToken = text(body['access_token']);
  if (!accessToken) {
    if (status === 429 || status >= 500)
      throw new CliError(
        { exit: 'unavailable', code: 'no_token', requestId },
        `The identity provider responded ${status}.`,
        'Try again later.',
      );
    throw new CliError(
      { exit: 'unauthenticated', code: 'no_token', requestId },
      `The identity provider refused the login: ${text(body['error_description']) ?? text(body['error']) ?? status}`,
      'Run `signalbox login`.',
    );
  }
  return {
    accessToken,
    expiresAt: sentAt + Number(body['expires_in'] ?? 300) * 1000,
    refreshToken: text(body['refresh_token']),
  };
}

export interface Authorization {
  url: string;
  state: string;
  exchange: (code: string) => Promise<Tokens>;
}

/** Returns the address to open in a browser, and the exchange of the code that comes back. */
export function authorize(provider: Provider, redirectUri: string): Authorization {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const url = new URL(provider.authorizationEndpoint);
  for (const [name, value] of Object.entries({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email api',
    resource: provider.resource,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }))
    url.searchParams.set(name, value);
  return {
    url: url.href,
    state,
    exchange: (code) =>
      tokensBy(provider.tokenEndpoint, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
        resource: provider.resource,
      }),
  };
}

export const renew = (
  { tokenEndpoint, resource }: Pick<Provider, 'tokenEndpoint' | 'resource'>,
  refreshToken: string,
): Promise<Tokens> =>
  tokensBy(tokenEndpoint, { grant_type: 'refresh_token', refresh_token: refreshToken, resource });

export const revoke = async (endpoint: string, token: string): Promise<void> => {
  await send(endpoint, { client_id: CLIENT_ID, token });
};
