// Tokens are exchanged once for all callers, renewed in the background at 80 % of their life, and again after a 401.
import { discoverTokenEndpoint, type TokenEndpoint } from './discovery.ts';
import { VARIABLES } from './environment.ts';
import { SignalboxError } from './errors.ts';
import type { Credentials, TokenFunction } from './options.ts';

export interface TokenSource {
  /** Returns a valid token. `rejected` is one that the service has refused, in the request `requestId`. */
  get: (rejected?: string, requestId?: string) => Promise<string>;
  /** True if another token may help after a 401. */
  canRenew: boolean;
}

/** Sends a request without a token, with retries, and returns its JSON body. */
export type SendPlain = (url: string, form?: Record<string, string>) => Promise<unknown>;

interface Issued {
  token: string;
  renewAt: number;
  expiresAt: number;
}

const RENEW_AT_SHARE = 0.8;
/** A renewal that has failed in the background is tried again after this share of the life. */
const NEXT_TRY_SHARE = 0.02;
/** RFC 6749 has no default for a life that is left out; providers that leave it out issue tokens for an hour or more. */
const ASSUMED_LIFE_SECONDS = 300;

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const KEY_TYPE = 'urn:signalbox:token-type:api-key';

const formOf = ({ apiKey, clientId = '', clientSecret = '' }: Credentials) =>
  apiKey === undefined
    ? { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    : {
        grant_type: EXCHANGE,
        client_id: 'api-key',
        subject_token: apiKey,
        subject_token_type: KEY_TYPE,
      };

class ExchangedTokens implements TokenSource {
  readonly canRenew = true;
  readonly #exchange: () => Promise<Issued>;
  readonly #now: () => number;
  #issued: Issued | undefined;
  #pending: Promise<Issued> | undefined;

  constructor(exchange: () => Promise<Issued>, now: () => number) {
    this.#exchange = exchange;
    this.#now = now;
  }

  async get(rejected?: string): Promise<string> {
    if (this.#issued && this.#issued.token === rejected) this.#issued = undefined;
    const { token, renewAt, expiresAt } = this.#issued ?? (await this.#renew());
    const now = this.#now();
    if (now >= expiresAt) return (await this.#renew()).token;
    // The token is still valid, so nobody waits for the next one, and a failure is no fault of this request.
    if (now >= renewAt) this.#renew().catch(() => this.#postpone());
    return token;
  }

  #renew(): Promise<Issued> {
    this.#pending ??= this.#exchange()
      .then((issued) => (this.#issued = issued))
      .finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  #postpone(): void {
    if (!this.#issued) return;
    const { renewAt, expiresAt } = this.#issued;
    const life = (expiresAt - renewAt) / (1 - RENEW_AT_SHARE);
    this.#issued.renewAt = this.#now() + life * NEXT_TRY_SHARE;
  }
}

const exchange =
  (
    send: SendPlain,
    endpoint: () => Promise<TokenEndpoint>,
    credentials: Credentials,
    now: () => number,
  ) =>
  async (): Promise<Issued> => {
    const sentAt = now();
    const { url, resource } = await endpoint();
    const { access_token: token, expires_in: seconds = ASSUMED_LIFE_SECONDS } = (await send(url, {
      ...formOf(credentials),
      ...(resource !== undefined && { resource }),
    })) as { access_token?: string; expires_in?: number };
    if (!token) throw new SignalboxError('no_token', 'The response has no access_token.');
    const life = seconds * 1000;
    return { token, renewAt: sentAt + life * RENEW_AT_SHARE, expiresAt: sentAt + life };
  };

/** All requests that were refused with the same token of a function get the one that replaced it. */
class SuppliedTokens implements TokenSource {
  readonly canRenew = true;
  readonly #supply: TokenFunction;
  #renewal: { rejected: string; token: Promise<string> } | undefined;

  constructor(supply: TokenFunction) {
    this.#supply = supply;
  }

  async get(rejected?: string, requestId?: string): Promise<string> {
    if (rejected === undefined) return this.#supply({});
    if (this.#renewal?.rejected !== rejected) {
      const hint = { rejected, ...(requestId !== undefined && { requestId }) };
      const token = Promise.resolve(this.#supply(hint));
      this.#renewal = { rejected, token };
      token.catch(() => (this.#renewal = undefined));
    }
    return this.#renewal.token;
  }
}

export function tokenSourceOf(
  credentials: Credentials,
  send: SendPlain,
  address: { baseUrl: string; authUrl?: string | undefined },
  now: () => number = Date.now,
): TokenSource {
  const { token, apiKey, clientId, clientSecret } = credentials;
  const given = [token, apiKey, clientId].filter((one) => one !== undefined);
  if (given.length !== 1 || given[0] === '' || (clientId && !clientSecret))
    throw new TypeError(
      `Signalbox needs one of apiKey, clientId with clientSecret, or token, and it must not be empty. Without baseUrl and credentials it reads ${VARIABLES}.`,
    );
  if (typeof token === 'string') return { canRenew: false, get: async () => token };
  if (token) return new SuppliedTokens(token);
  let endpoint: Promise<TokenEndpoint> | undefined;
  const endpointOnce = () =>
    (endpoint ??= discoverTokenEndpoint(send, address).catch((error: unknown) => {
      endpoint = undefined;
      throw error;
    }));
  return new ExchangedTokens(exchange(send, endpointOnce, credentials, now), now);
}
