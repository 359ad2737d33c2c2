// The identity provider for the command line: discovery, PKCE, code, renewal and revocation of tokens.
import { createHash, randomBytes } from 'node:crypto';
import { CliError } from '../exit-codes.ts';

/** The built-in public client of every instance. */
const CLIENT_ID = 'cli';
const TIMEOUT_MS = 15_000;

export interface Provider {
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
): Promise<{ status: number; body: Json }> {
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json', 'user-agent': 'signalbox-cli' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
  } catch (error) {
    throw new CliError(
      'unreachable',
      `No connection to ${new URL(url).origin}: ${causeOf(error)}.`,
      'Check the address, and whether the instance runs.',
    );
  }
  const body: unknown = await response.json().catch(() => ({}));
  return { status: response.status, body: (body ?? {}) as Json };
}

const notAnInstance = (url: string) =>
  new CliError(
    'unreachable',
    `${url} does not respond like a Signalbox instance.`,
    'Give the address without a path, such as https://desk.example.com.',
  );

/** From the address of the instance to its identity provider (RFC 9728, OpenID Connect Discovery). */
export async function discover(url: string): Promise<Provider> {
  const resource = await send(`${url}/.well-known/oauth-protected-resource`);
  const [issuer] = (resource.body['authorization_servers'] ?? []) as unknown[];
  if (typeof issuer !== 'string') throw notAnInstance(url);
  const { body } = await send(`${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`);
  const authorizationEndpoint = text(body['authorization_endpoint']);
  const tokenEndpoint = text(body['token_endpoint']);
  if (!authorizationEndpoint || !tokenEndpoint)
    throw new CliError('unreachable', `The identity provider ${issuer} names no endpoints.`);
  return {
    authorizationEndpoint,
    tokenEndpoint,
    revocationEndpoint: text(body['revocation_endpoint']),
  };
}

async function tokensBy(endpoint: string, form: Record<string, string>): Promise<Tokens> {
  const sentAt = Date.now();
  const { status, body } = await send(endpoint, { client_id: CLIENT_ID, ...form });
  const accessToken = text(body['access_token']);
  if (!accessToken) {
    if (status === 429 || status >= 500)
      throw new CliError(
        'unavailable',
        `The identity provider responded ${status}.`,
        'Try again later.',
      );
    throw new CliError(
      'unauthenticated',
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

/** The address to open in a browser, and the exchange of the code that comes back. */
export function authorize(provider: Provider, redirectUri: string): Authorization {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const url = new URL(provider.authorizationEndpoint);
  for (const [name, value] of Object.entries({
    client_id: CLIENT_ID,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email api',
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
      }),
  };
}

export const renew = (tokenEndpoint: string, refreshToken: string): Promise<Tokens> =>
  tokensBy(tokenEndpoint, { grant_type: 'refresh_token', refresh_token: refreshToken });

export const revoke = async (endpoint: string, token: string): Promise<void> => {
  await send(endpoint, { client_id: CLIENT_ID, token });
};
