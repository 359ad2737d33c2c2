// The identity provider limits requests by address before it hashes a secret or password.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AddressLimit } from '../../platform/limits/address-limit.ts';
import type { BucketState } from '../../platform/limits/buckets.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { addressReader } from '../../platform/net/forwarded.ts';
import { type Headers, limitHeaders } from '../../platform/http/output/headers.ts';
import { rateLimited } from '../../platform/http/guard/limits.ts';
import type { RateLimitName } from '../../platform/limits/rate-limits.ts';
import { countLimited } from '../../platform/runtime/metrics.ts';
import { isPage } from '../pages/page-routes.ts';
import { messagePage } from '../pages/pages.ts';
import { respond } from '../pages/send.ts';

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

/** Each of these requests may send a mail. */
const isAlwaysCharged = (path: string): boolean => path === '/forgotten';

export class Guard {
  readonly #requests: AddressLimit;
  readonly #credentials: AddressLimit;
  readonly #prefix: string;
  readonly addressOf: (request: IncomingMessage) => string;

  constructor({
    config,
    limits: { rateLimits },
    monotonicMs,
  }: Pick<Deps, 'config' | 'limits' | 'monotonicMs'>) {
    this.addressOf = addressReader(config.TRUSTED_PROXIES);
    this.#prefix = new URL(config.AUTH_URL).pathname.replace(/\/$/, '');
    const limitOf = (name: 'address' | 'credentials') =>
      new AddressLimit(
        { capacity: rateLimits[`${name}.burst`], refillPerSecond: rateLimits[name] },
        monotonicMs,
      );
    this.#requests = limitOf('address');
    this.#credentials = limitOf('credentials');
  }

  #setLimitHeaders(response: ServerResponse, state: BucketState): void {
    for (const [name, value] of Object.entries(limitHeaders(state)))
      response.setHeader(name, value);
  }

  /** Reads the current limits of an address without using any. */
  limitHeadersOf(address: string): Headers {
    return limitHeaders(this.#requests.peek(address));
  }

  /**
   * Returns false if it has refused the request. Every POST counts as a guess at a credential, because the provider's
   * router accepts several spellings of its paths. Successful requests are not counted as guesses.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const address = this.addressOf(request);
    const path = pathOf(request).slice(
      pathOf(request).startsWith(this.#prefix) ? this.#prefix.length : 0,
    );
    const all = this.#requests.take(address);
    this.#setLimitHeaders(response, all);
    if (!all.isAllowed) return this.#refuse(response, path, 'address', all);
    if (request.method !== 'POST') return true;
    const guesses = this.#credentials.take(address);
    this.#setLimitHeaders(response, guesses);
    if (!guesses.isAllowed) return this.#refuse(response, path, 'credentials', guesses);
    response.once('finish', () => {
      if (response.statusCode < 400 && !isAlwaysCharged(path)) this.#credentials.refund(address);
    });
    return true;
  }

  #refuse(
    response: ServerResponse,
    path: string,
    bucket: RateLimitName,
    state: BucketState,
  ): false {
    countLimited(bucket);
    const { message, status, headers } = rateLimited({ bucket, state });
    if (isPage(path)) {
      respond(response, status, messagePage('Too many attempts', message), headers);
      return false;
    }
    response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ error: 'temporarily_unavailable', error_description: message }));
    return false;
  }
}
