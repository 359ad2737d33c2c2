// Sends requests to the API with a token, an idempotency key and retries, and renews the token once after a 401.
import { type AttemptOptions, attempt, type BodyKind, type Received } from './attempt.ts';
import { responseInfo, type WithResponse } from './api-promise.ts';
import { withoutSlash } from './discovery.ts';
import { SignalboxError } from './errors.ts';
import type { AnyOptions, RequestOptions, SignalboxOptions } from './options.ts';
import { type RetryLimits, unlessAborted, withRetries } from './retry.ts';
import { tokenSourceOf, type SendPlain, type TokenSource } from './tokens.ts';

export const API_ROOT = '/prod/api/v1';
const DEFAULT_TIMEOUT_MS = 30_000;
/** The service itself tries a model twice, for up to 40 s each, and a repeated question costs tokens again. */
const AI_TIMEOUT_MS = 90_000;
/** A failover of the database takes less. */
const DEFAULT_RETRY_SECONDS = 60;

export type Query = Record<string, unknown>;

export interface ApiRequest {
  method: string;
  path: string;
  query?: Query | undefined;
  body?: unknown;
  options?: AnyOptions | undefined;
  kind?: BodyKind;
  /** The body is sent as it is, and not as JSON. */
  mediaType?: string;
  /** The request is sent without a token. */
  isAnonymous?: boolean;
}

/** Lists are comma-separated; dates are sent as ISO 8601. */
const textOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(textOf).join(',')
    : value instanceof Date
      ? value.toISOString()
      : String(value);

function queryString(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) parameters.set(name, textOf(value));
  const text = parameters.toString();
  return text && `?${text}`;
}

/** Avoids `randomUUID`, which browsers offer in secure contexts only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

const etagOf = (value: string | number | undefined): string | undefined =>
  typeof value === 'number' ? `"${value}"` : value;

const ACCEPTED: Record<BodyKind, string> = {
  json: 'application/json',
  file: '*/*',
  stream: 'text/event-stream',
};

const bodyOf = ({ body, mediaType }: ApiRequest): NonNullable<RequestInit['body']> =>
  mediaType === undefined ? JSON.stringify(body) : (body as NonNullable<RequestInit['body']>);

const isWrite = (method: string): boolean => method === 'POST' || method === 'PATCH';

export class Transport {
  readonly #root: string;
  readonly #options: SignalboxOptions;
  readonly #tokens: TokenSource;

  constructor(options: SignalboxOptions) {
    const baseUrl = withoutSlash(options.baseUrl);
    this.#root = `${baseUrl}${API_ROOT}`;
    this.#options = options;
    this.#tokens = tokenSourceOf(options, this.#sendPlain, { baseUrl, authUrl: options.authUrl });
  }

  /** Sends a request with retries. `data` is undefined if a repeated DELETE found nothing left to delete. */
  async send<T>(request: ApiRequest): Promise<WithResponse<T>> {
    const { options = {}, method } = request;
    const url = `${this.#root}${request.path}${queryString(request.query)}`;
    const init = {
      method,
      headers: this.#headersOf(request),
      ...(request.body !== undefined && { body: bodyOf(request) }),
    };
    let attempts = 0;
    const { response, body } = await withRetries(
      async (retry) => {
        attempts = retry + 1;
        try {
          return await this.#sendWithToken(url, init, request);
        } catch (error) {
          const isGone = retry > 0 && method === 'DELETE' && SignalboxError.is(error, 'not_found');
          if (!isGone) throw error;
          return { response: new Response(null, { status: 204 }), body: undefined };
        }
      },
      this.#retryLimits(options),
      options.signal,
    );
    return { data: body as T, response: responseInfo(response, attempts) };
  }

  /** Returns a token that a request could be sent with. */
  obtainToken = (): Promise<string> => this.#tokens.get();

  #retryLimits = ({ maxRetries, retryForSeconds }: RequestOptions): RetryLimits => ({
    maxRetries: maxRetries ?? this.#options.maxRetries ?? Infinity,
    retryForMs: (retryForSeconds ?? this.#options.retryForSeconds ?? DEFAULT_RETRY_SECONDS) * 1000,
    onRetry: this.#options.onRetry,
  });

  #attemptOptions = (
    { signal, timeoutMs }: RequestOptions,
    defaultMs = DEFAULT_TIMEOUT_MS,
  ): AttemptOptions => ({
    // It is called without a receiver: browsers refuse `fetch` as a method of another object.
    fetch: this.#options.fetch ?? globalThis.fetch,
    timeoutMs: timeoutMs ?? this.#options.timeoutMs ?? defaultMs,
    signal,
  });

  /** Caller headers override defaults, case-insensitively. */
  #headersOf({ method, body, mediaType, kind = 'json', options = {} }: ApiRequest): Headers {
    const { idempotencyKey, ifMatch, ifNoneMatch } = options;
    const own = {
      accept: ACCEPTED[kind],
      'content-type': body === undefined ? undefined : (mediaType ?? 'application/json'),
      'idempotency-key': isWrite(method) ? (idempotencyKey ?? randomKey()) : undefined,
      'if-match': etagOf(ifMatch),
      'if-none-match': etagOf(ifNoneMatch),
    };
    const headers = new Headers();
    for (const some of [own, this.#options.headers ?? {}, options.headers ?? {}])
      for (const [name, value] of Object.entries(some))
        if (value !== undefined) headers.set(name, value);
    return headers;
  }

  /** Makes one attempt with a token, and after a 401 one more with another token. */
  async #sendWithToken(
    url: string,
    init: RequestInit,
    { path, kind = 'json', options = {}, isAnonymous = false }: ApiRequest,
  ): Promise<Received> {
    const defaultMs = path.startsWith('/ai/') ? AI_TIMEOUT_MS : DEFAULT_TIMEOUT_MS;
    const send = (token?: string) => {
      const headers = new Headers(init.headers);
      if (token) headers.set('authorization', `Bearer ${token}`);
      return attempt(url, { ...init, headers }, kind, this.#attemptOptions(options, defaultMs));
    };
    if (isAnonymous) return send();
    // The exchange is shared with other callers, so a signal ends only the wait for it.
    const token = await unlessAborted(this.#tokens.get(), options.signal);
    try {
      return await send(token);
    } catch (error) {
      const isRefused = error instanceof SignalboxError && error.status === 401;
      if (!isRefused || !this.#tokens.canRenew) throw error;
      const next = this.#tokens.get(token, error.requestId);
      return send(await unlessAborted(next, options.signal));
    }
  }

  #sendPlain: SendPlain = async (url, form) => {
    const init: RequestInit = form
      ? { method: 'POST', body: new URLSearchParams(form), headers: { accept: 'application/json' } }
      : { headers: { accept: 'application/json' } };
    const { body } = await withRetries(
      () => attempt(url, init, 'json', this.#attemptOptions({})),
      this.#retryLimits({}),
    );
    return body;
  };
}
