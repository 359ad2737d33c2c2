// Obtains access tokens with the client credentials grant (RFC 6749, section 4.4). A token is cached until shortly before
// it expires, and requests for the same token at the same time share one request to the endpoint.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { cut } from '../text.ts';
import { type Egress, RefusedAddress, type Response } from './egress.ts';

export interface ClientGrant {
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** The endpoint chooses the scope if this is empty. */
  scope: string;
}

/** The kind of a failure selects the advice of `doctor`. */
export type TokenFailure = 'address' | 'unreachable' | 'client' | 'scope' | 'response';

/** The message is for people, and has no secret in it. */
export class TokenError extends Error {
  readonly failure: TokenFailure;
  constructor(failure: TokenFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

const WITHIN_MS = 10_000;
/** A token that expires on its way to the server would be refused. */
const MARGIN_SECONDS = 60;
/** RFC 6749 recommends `expires_in`, and does not require it. */
const DEFAULT_LIFE_SECONDS = 300;
const MAX_LIFE_SECONDS = 86_400;
/** Many mails that wait together cause one request to an endpoint that fails, not one each. */
const FAILURE_LIFE_MS = 2000;
/** A server that refuses every token, because a permission is missing, would otherwise cause a request per mail. */
const RENEW_AFTER_MS = 60_000;
const MAX_REASON_LENGTH = 300;

/** RFC 6749, section 5.2, and `unauthorized_client`, which Microsoft sends for a client that it does not know. */
const failureByCode: Record<string, TokenFailure> = {
  invalid_client: 'client',
  unauthorized_client: 'client',
  invalid_scope: 'scope',
  invalid_resource: 'scope',
};

type Members = Partial<Record<string, unknown>>;

function membersOf({ body }: Response): Members {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The endpoint may repeat the secret in its explanation, and explains over several lines. */
const readable = (text: string, { clientSecret }: ClientGrant): string =>
  cut(text.replaceAll(clientSecret, '[secret]').replaceAll(/\s+/g, ' '), MAX_REASON_LENGTH);

function refusal(grant: ClientGrant, response: Response): TokenError {
  const { error, error_description: description } = membersOf(response);
  const { host } = new URL(grant.tokenUrl);
  const code = textOf(error);
  const reason = [code, textOf(description)].filter((part) => part !== '').join(': ');
  const failure = failureByCode[code] ?? (response.status === 401 ? 'client' : 'response');
  return new TokenError(
    failure,
    `The token endpoint ${host} responded ${response.status}${reason ? `, ${readable(reason, grant)}` : ''}`,
  );
}

interface Token {
  value: string;
  lifeSeconds: number;
}

/** Microsoft's older endpoint sends the number as text. */
function lifeOf(expiresIn: unknown): number {
  const seconds = Number(expiresIn ?? DEFAULT_LIFE_SECONDS);
  return seconds > 0 ? Math.min(seconds, MAX_LIFE_SECONDS) : DEFAULT_LIFE_SECONDS;
}

/** The characters of a bearer token (RFC 6750); others would end the member of the SASL message that has it. */
const BEARER = /^[\x21-\x7e]+$/;

function readToken(grant: ClientGrant, response: Response): Token {
  const { access_token: value, token_type: type, expires_in } = membersOf(response);
  const isBearer = type === undefined || textOf(type).toLowerCase() === 'bearer';
  if (response.isTruncated || !isBearer || !BEARER.test(textOf(value))) {
    const { host } = new URL(grant.tokenUrl);
    throw new TokenError('response', `The token endpoint ${host} sent no bearer token`);
  }
  return { value: textOf(value), lifeSeconds: lifeOf(expires_in) };
}

async function requestToken({ post }: Pick<Egress, 'post'>, grant: ClientGrant): Promise<Token> {
  const { tokenUrl: url, clientId, clientSecret, scope } = grant;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope && { scope }),
  });
  const response = await post({
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: Buffer.from(form.toString()),
    timeoutMs: WITHIN_MS,
  }).catch((error: Error) => {
    const isRefused = error instanceof RefusedAddress;
    const message = isRefused
      ? `The token endpoint is not allowed: ${error.message.replace(/\.$/, '')}`
      : `The token endpoint ${new URL(url).host} does not respond: ${error.message || error.name}`;
    throw new TokenError(isRefused ? 'address' : 'unreachable', message, { cause: error });
  });
  if (response.status !== 200) throw refusal(grant, response);
  return readToken(grant, response);
}

const keyOf = (grant: ClientGrant): string => JSON.stringify(grant);

interface Entry {
  token: Promise<string>;
  /** The time is infinite while the request is in progress. */
  life: { endsAt: number };
  /** A token that was refused led to this one. */
  renewedAt: number;
}

/** The instance has one grant, and each mailbox may have two. */
const MAX_GRANTS = 1000;

export class ClientTokens {
  readonly #egress: Pick<Egress, 'post'>;
  readonly #now: Clock['now'];
  /** By grant; with another secret it is another one. */
  readonly #entries = new LRUCache<string, Entry>({ max: MAX_GRANTS });

  constructor(egress: Pick<Egress, 'post'>, now: Clock['now']) {
    this.#egress = egress;
    this.#now = now;
  }

  /** Rejects with a TokenError. */
  get(grant: ClientGrant): Promise<string> {
    const entry = this.#entries.get(keyOf(grant));
    if (entry && this.#now() < entry.life.endsAt) return entry.token;
    return this.#fetch(grant, entry?.renewedAt ?? Number.NEGATIVE_INFINITY);
  }

  /** Returns another token than the one that a server refused; undefined if one was requested a moment ago. */
  async renew(grant: ClientGrant, refused: string): Promise<string | undefined> {
    const token = this.get(grant);
    if ((await token) !== refused) return token;
    const entry = this.#entries.get(keyOf(grant));
    // The mails that the server refused at the same time share one request.
    if (entry?.token !== token) return this.get(grant);
    if (this.#now() - entry.renewedAt < RENEW_AFTER_MS) return undefined;
    return this.#fetch(grant, this.#now());
  }

  #fetch(grant: ClientGrant, renewedAt: number): Promise<string> {
    const life = { endsAt: Number.POSITIVE_INFINITY };
    const token = this.#request(grant, life);
    this.#entries.set(keyOf(grant), { token, life, renewedAt });
    return token;
  }

  async #request(grant: ClientGrant, life: Entry['life']): Promise<string> {
    let lifeMs = FAILURE_LIFE_MS;
    try {
      const { value, lifeSeconds } = await requestToken(this.#egress, grant);
      lifeMs = (lifeSeconds - Math.min(MARGIN_SECONDS, lifeSeconds / 2)) * 1000;
      return value;
    } finally {
      life.endsAt = this.#now() + lifeMs;
    }
  }
}
