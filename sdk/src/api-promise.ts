// Every method returns a promise: await it for the data, or call withResponse() for the data and the headers.

export interface ResponseInfo {
  status: number;
  headers: Headers;
  requestId: string | undefined;
  /** The value can be passed as `ifMatch` or `ifNoneMatch`. */
  etag: string | undefined;
  /** The headers report the tightest rate limit; undefined if a proxy has removed them. */
  rateLimit: { limit: number; remaining: number; resetAt: Date } | undefined;
  /** True if this is the stored response of an earlier request with the same idempotency key. */
  isReplayed: boolean;
  /** The first attempt counts as 1. */
  attempts: number;
}

export interface WithResponse<T> {
  data: T;
  response: ResponseInfo;
}

/**
 * The promise of the data is settled by that of data and response. It overrides `then`, so that a failure is reported
 * once, whichever of the two the caller waits for.
 */
export class ApiPromise<T> extends Promise<T> {
  readonly #both: Promise<WithResponse<T>>;

  constructor(both: Promise<WithResponse<T>>) {
    super((resolve) => resolve(undefined as T));
    this.#both = both;
  }

  /** Derived promises are plain ones. */
  static override get [Symbol.species]() {
    return Promise;
  }

  // eslint-disable-next-line unicorn/no-thenable -- a promise whose value is computed from another
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#both.then(({ data }) => data).then(onFulfilled, onRejected);
  }

  withResponse(): Promise<WithResponse<T>> {
    return this.#both;
  }
}

const rateLimitOf = (headers: Headers): ResponseInfo['rateLimit'] => {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    headers.get(`x-ratelimit-${name}`),
  );
  if (!limit || !remaining || !reset) return undefined;
  return {
    limit: Number(limit),
    remaining: Number(remaining),
    resetAt: new Date(Number(reset) * 1000),
  };
};

export const responseInfo = ({ status, headers }: Response, attempts: number): ResponseInfo => ({
  status,
  headers,
  requestId: headers.get('x-request-id') ?? undefined,
  etag: headers.get('etag') ?? undefined,
  rateLimit: rateLimitOf(headers),
  isReplayed: headers.get('idempotent-replayed') === 'true',
  attempts,
});
