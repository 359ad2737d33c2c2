// Floods against the identity provider: refused by address, before a secret is hashed or a password is derived.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AddressLimit } from '../../platform/limits/address-limit.ts';
import type { BucketState } from '../../platform/limits/buckets.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { addressReader } from '../../platform/net/forwarded.ts';
import { type Headers, limitHeaders } from '../../platform/http/output/headers.ts';
import { rateLimited } from '../../platform/http/guard/limits.ts';
import type { RateLimitName } from '../../platform/limits/limits.ts';
import { countLimited } from '../../platform/runtime/metrics.ts';
import { messagePage } from '../pages/pages.ts';
import { respond } from '../pages/send.ts';

const IS_PAGE = /^\/(interaction\/|password$)/;

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?', 1)[0] ?? '/';

export class Guard {
  readonly #requests: AddressLimit;
  readonly #credentials: AddressLimit;
  readonly #prefix: string;
  readonly addressOf: (request: IncomingMessage) => string;

  constructor({ config, limits: { figures } }: Pick<Deps, 'config' | 'limits'>) {
    this.addressOf = addressReader(config.TRUSTED_PROXIES);
    this.#prefix = new URL(config.AUTH_URL).pathname.replace(/\/$/, '');
    const sized = (name: 'address' | 'credentials') =>
      new AddressLimit({ capacity: figures[`${name}.burst`], refillPerSecond: figures[name] });
    this.#requests = sized('address');
    this.#credentials = sized('credentials');
  }

  #show(response: ServerResponse, standing: BucketState): void {
    for (const [name, value] of Object.entries(limitHeaders(standing)))
      response.setHeader(name, value);
  }

  /** How its address stands, for responses that cost nothing. */
  standingOf(address: string): Headers {
    return limitHeaders(this.#requests.look(address));
  }

  /**
   * False once it has refused. Whatever is posted may be a guess at something secret: which paths take one is for the
   * provider's router to say, which knows other spellings of them. What turns out to be right costs none of the guesses.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const address = this.addressOf(request);
    const path = pathOf(request).slice(
      pathOf(request).startsWith(this.#prefix) ? this.#prefix.length : 0,
    );
    const all = this.#requests.take(address);
    this.#show(response, all);
    if (!all.isAllowed) return this.#refuse(response, path, 'address', all);
    if (request.method !== 'POST') return true;
    const guesses = this.#credentials.take(address);
    this.#show(response, guesses);
    if (!guesses.isAllowed) return this.#refuse(response, path, 'credentials', guesses);
    response.once('finish', () => {
      if (response.statusCode < 400) this.#credentials.giveBack(address);
    });
    return true;
  }

  #refuse(
    response: ServerResponse,
    path: string,
    bucket: RateLimitName,
    standing: BucketState,
  ): false {
    countLimited(bucket);
    const { message, status, headers } = rateLimited({ bucket, standing });
    if (IS_PAGE.test(path)) {
      respond(response, status, messagePage('Too many attempts', message), headers);
      return false;
    }
    response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ error: 'temporarily_unavailable', error_description: message }));
    return false;
  }
}
