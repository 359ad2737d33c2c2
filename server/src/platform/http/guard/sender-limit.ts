// Requests to a receiving url, until their signature is verified. They carry no token, so only their address can be
// charged; charged in advance, 500 genuine events at once would empty its bucket. So the address pays afterwards, for
// those that were wrong, and until then there is a bound on how many of one address are under way.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type AddressLimit, networkOf } from '../../limits/address-limit.ts';
import type { BucketState } from '../../limits/buckets.ts';

/** Of one address at once; some 2,000 events of 64 kB. A body without a length counts as the longest allowed. */
const MAX_UNVERIFIED_BYTES = 128 * 1024 * 1024;
const MAX_KNOWN = 10_000;

interface Unverified {
  requests: number;
  bytes: number;
}

interface Pending {
  /** Kept here: a socket that is closed no longer says whose it was. */
  address: string;
  url: string;
  bytes: number;
  /** Not counted: its url has had genuine events of this address. */
  isKnown: boolean;
}

const keyOf = (address: string, url: string): string => `${networkOf(address)} ${url}`;

export class SenderLimit {
  readonly #address: AddressLimit;
  readonly #maxRequests: number;
  readonly #unverified = new Map<string, Unverified>();
  readonly #pending = new WeakMap<FastifyRequest, Pending>();
  /** Address and url of genuine events, until one from there is wrong. */
  readonly #known = new LRUCache<string, true>({ max: MAX_KNOWN });

  constructor(address: AddressLimit, maxRequests: number) {
    this.#address = address;
    this.#maxRequests = maxRequests;
  }

  /** Such a request passes while the bucket of its address is empty: others behind the same address emptied it. */
  isKnown(address: string, url: string): boolean {
    return this.#known.has(keyOf(address, url));
  }

  /** How the bucket of the address stands; not allowed if it is empty, or if too many are under way. */
  admit(request: FastifyRequest, reply: FastifyReply): BucketState {
    const { ip: address, originalUrl: url, headers, routeOptions } = request;
    const standing = this.#address.look(address);
    const bytes = Number(headers['content-length'] ?? routeOptions.bodyLimit);
    const isKnown = this.isKnown(address, url);
    if (!isKnown && (standing.remaining === 0 || !this.#reserve(networkOf(address), bytes)))
      return { ...standing, isAllowed: false, remaining: 0 };
    this.#pending.set(request, { address, url, bytes, isKnown });
    // A caller who hangs up gets no response.
    reply.raw.once('close', () => this.reject(request, reply.statusCode));
    return standing;
  }

  #reserve(network: string, bytes: number): boolean {
    const { requests, bytes: others } = this.#unverified.get(network) ?? { requests: 0, bytes: 0 };
    if (requests >= this.#maxRequests || others + bytes > MAX_UNVERIFIED_BYTES) return false;
    this.#unverified.set(network, { requests: requests + 1, bytes: others + bytes });
    return true;
  }

  #release(request: FastifyRequest): Pending | undefined {
    const pending = this.#pending.get(request);
    this.#pending.delete(request);
    if (!pending || pending.isKnown) return pending;
    const network = networkOf(pending.address);
    const { requests = 1, bytes = pending.bytes } = this.#unverified.get(network) ?? {};
    if (requests <= 1) this.#unverified.delete(network);
    else this.#unverified.set(network, { requests: requests - 1, bytes: bytes - pending.bytes });
    return pending;
  }

  /** It is genuine. */
  accept(request: FastifyRequest): void {
    const pending = this.#release(request);
    if (pending) this.#known.set(keyOf(pending.address, pending.url), true);
  }

  /** It ended without being found genuine. A fault of ours, or a full gateway, costs the address nothing. */
  reject(request: FastifyRequest, status: number): BucketState | undefined {
    const pending = this.#release(request);
    if (!pending || status === 429 || status >= 500) return undefined;
    this.#known.delete(keyOf(pending.address, pending.url));
    return this.#address.chargeAfterwards(pending.address);
  }
}
