// The options of a client and of a single request.

/** Passed to a token function. */
export interface TokenHint {
  /** The token that the service has just refused with 401; return another one. Absent on other calls. */
  rejected?: string;
  /** The id of the request that was refused, for support. */
  requestId?: string;
}

export type TokenFunction = (hint: TokenHint) => string | Promise<string>;

export interface ConnectionOptions {
  /** The address of the instance, such as `https://desk.example.com`. */
  baseUrl: string;
  /** The address of the identity provider. By default the instance names it. */
  authUrl?: string | undefined;
  /** Milliseconds for one attempt, including the body of its response. Defaults to 30,000, for AI endpoints to 90,000. */
  timeoutMs?: number | undefined;
  /** Attempts after the first one, on 429, 503 and network faults. Defaults to 5. */
  maxRetries?: number | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** One of: an API key, the credentials of a client, or tokens that you obtain yourself. */
export type Credentials =
  | { apiKey: string; clientId?: never; clientSecret?: never; token?: never }
  | { clientId: string; clientSecret: string; apiKey?: never; token?: never }
  | { token: string | TokenFunction; apiKey?: never; clientId?: never; clientSecret?: never };

export type SignalboxOptions = ConnectionOptions & Credentials;

export interface RequestOptions {
  /** Aborts the request, its retries and the waits between them. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for one attempt; overrides the option of the client. */
  timeoutMs?: number | undefined;
  /** Overrides the option of the client. */
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
}

/** Of requests that read one record. */
export interface ReadOptions extends RequestOptions {
  /** The ETag or version that you have. If it is still current, the request fails with the code `not_modified`. */
  ifNoneMatch?: string | number | undefined;
}

/** Of POST and PATCH. */
export interface WriteOptions extends RequestOptions {
  /** Makes retries safe; chosen at random if absent. Give your own to repeat the request in another process. */
  idempotencyKey?: string | undefined;
}

/** Of DELETE. */
export interface DeleteOptions extends RequestOptions {
  /** The ETag or version that you read. If the record has changed since, the request fails with `version_mismatch`. */
  ifMatch?: string | number | undefined;
}

/** Of requests that change a record. */
export interface UpdateOptions extends WriteOptions, DeleteOptions {}

/** The options of all requests, as the transport reads them. */
export type AnyOptions = ReadOptions & UpdateOptions;
