import type { SignalboxError } from './errors.ts';

/** A token function receives this hint. */
export interface TokenHint {
  /** The service has just refused this token with 401; return another one. Absent on other calls. */
  rejected?: string;
  /** The request with this id was refused; support may ask for it. */
  requestId?: string;
}

export type TokenFunction = (hint: TokenHint) => string | Promise<string>;

export interface ConnectionOptions {
  /** Requests are sent to the instance at this address, such as `https://desk.example.com`. */
  baseUrl: string;
  /** Tokens are requested from the identity provider at this address. By default the instance names it. */
  authUrl?: string | undefined;
  /** One attempt, including the body of its response, is limited to this many milliseconds. Defaults to 30,000, for AI endpoints to 90,000. */
  timeoutMs?: number | undefined;
  /** A request is retried for this many seconds, on 429, 503 and network faults. Defaults to 60, which outlasts a failover of the database. */
  retryForSeconds?: number | undefined;
  /** A request is retried at most this many times. By default only `retryForSeconds` limits the retries. */
  maxRetries?: number | undefined;
  /** The client calls this before each retry, with the error and the milliseconds until then. */
  onRetry?: ((error: SignalboxError, delayMs: number) => void) | undefined;
  /** These headers are sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** Give one of these: an API key, the credentials of a client, or tokens that you obtain yourself. */
export type Credentials =
  | { apiKey: string; clientId?: never; clientSecret?: never; token?: never }
  | { clientId: string; clientSecret: string; apiKey?: never; token?: never }
  | { token: string | TokenFunction; apiKey?: never; clientId?: never; clientSecret?: never };

export type SignalboxOptions = ConnectionOptions & Credentials;

/** Without an address and credentials, the client reads both from the environment: `SIGNALBOX_URL` with `SIGNALBOX_API_KEY`, or with `SIGNALBOX_CLIENT_ID` and `SIGNALBOX_CLIENT_SECRET`. */
export type EnvironmentOptions = Omit<ConnectionOptions, 'baseUrl'> & {
  baseUrl?: never;
  apiKey?: never;
  clientId?: never;
  clientSecret?: never;
  token?: never;
};

export interface RequestOptions {
  /** Aborts the request, its retries and the waits between them. */
  signal?: AbortSignal | undefined;
  /** One attempt is limited to this many milliseconds; overrides the option of the client. */
  timeoutMs?: number | undefined;
  /** Overrides the option of the client. */
  retryForSeconds?: number | undefined;
  /** Overrides the option of the client. */
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
}

/** Requests that read one record have these options. */
export interface ReadOptions extends RequestOptions {
  /** Give the ETag or version that you have. If it is still current, the request fails with the code `not_modified`. */
  ifNoneMatch?: string | number | undefined;
}

/** POST and PATCH have these options. */
export interface WriteOptions extends RequestOptions {
  /** Makes retries safe; chosen at random if absent. Give your own to repeat the request in another process. */
  idempotencyKey?: string | undefined;
}

/** DELETE has these options. */
export interface DeleteOptions extends RequestOptions {
  /** Give the ETag or version that you have read. If the record has changed since, the request fails with `version_mismatch`. */
  ifMatch?: string | number | undefined;
}

/** Requests that update a record have these options. */
export interface UpdateOptions extends WriteOptions, DeleteOptions {}

/** The transport reads the options of all requests. */
export type AnyOptions = ReadOptions & UpdateOptions;
