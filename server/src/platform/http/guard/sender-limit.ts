// Requests to an inbound webhook carry no token, so only their address can be charged. Charged in advance, 500 concurrent
// genuine events would empty its bucket. So the address is charged afterwards, for invalid requests only, and the number
// of concurrent unverified requests per address is bounded.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AddressLimit, networkOf } from '../../limits/address-limit.ts';
import { boundedCache } from '../../limits/bounded-cache.ts';
import type { BucketState } from '../../limits/buckets.ts';
import { callerAddress } from '../request/caller-address.ts';

/** An address can send about 2,000 events of 64 kB at once. A body without a length counts as the maximum. */
const MAX_UNVERIFIED_BYTES = 128 * 1024 * 1024;
const MAX_KNOWN = 10_000;

interface UnverifiedLoad {
  requests: number;
  bytes: number;
}

interface PendingRequest {
  /** The address is stored, because a closed socket no longer has it. */
  address: string;
  url: string;
  bytes: number;
  /** The request is not counted if this URL has received genuine events from this address. */
  isKnown: boolean;
}

const keyOf = (address: string, url: string): string => `${networkOf(address)} ${url}`;

export class SenderLimit {
  readonly #address: AddressLimit;
  readonly #maxRequests: number;
  readonly #unverified = new Map<string, UnverifiedLoad>();
  readonly #pending = new WeakMap<FastifyRequest, PendingRequest>();
  /** An address and URL stay known after a genuine event, until an invalid one comes from there. */
  readonly #known = boundedCache<true>(MAX_KNOWN);

  constructor(address: AddressLimit, maxRequests: number) {
    this.#address = address;
    this.#maxRequests = maxRequests;
  }

  /** A known request passes although the bucket of its address is empty: others behind the same address emptied it. */
  isKnown(address: string, url: string): boolean {
    return this.#known.has(keyOf(address, url));
  }

  /** Returns the state of the address's bucket; not allowed if it is empty or too many requests are in progress. */
  admit(request: FastifyRequest, reply: FastifyReply): BucketState {
    const { originalUrl: url, headers, routeOptions } = request;
    const address = callerAddress(request);
    const state = this.#address.peek(address);
    const bytes = Number(headers['content-length'] ?? routeOptions.bodyLimit);
    const isKnown = this.isKnown(address, url);
    if (!isKnown && (state.remaining === 0 || !this.#reserve(networkOf(address), bytes)))
      return { ...state, isAllowed: false, remaining: 0 };
    this.#pending.set(request, { address, url, bytes, isKnown });
    // A caller that disconnects gets no response.
    reply.raw.once('close', () => this.reject(request, reply.statusCode));
    return state;
  }

  #reserve(network: string, bytes: number): boolean {
    const { requests, bytes: others } = this.#unverified.get(network) ?? { requests: 0, bytes: 0 };
    if (requests >= this.#maxRequests || others + bytes > MAX_UNVERIFIED_BYTES) return false;
    this.#unverified.set(network, { requests: requests + 1, bytes: others + bytes });
    return true;
  }

  #release(request: FastifyRequest): PendingRequest | undefined {
    const pending = this.#pending.get(request);
    this.#pending.delete(request);
    if (!pending || pending.isKnown) return pending;
    const network = networkOf(pending.address);
    const { requests = 1, bytes = pending.bytes } = this.#unverified.get(network) ?? {};
    if (requests <= 1) this.#unverified.delete(network);
    else this.#unverified.set(network, { requests: requests - 1, bytes: bytes - pending.bytes });
    return pending;
  }

  /** Remembers the sender, since the signature was verified. */
  accept(request: FastifyRequest): void {
    const pending = this.#release(request);
    if (pending) this.#known.set(keyOf(pending.address, pending.url), true);
  }

  /** Charges the address for a request that ended unverified, unless by an internal error or a full gateway. */
  reject(request: FastifyRequest, status: number): BucketState | undefined {
    const pending = this.#release(request);
    if (!pending || status === 429 || status >= 500) return undefined;
    this.#known.delete(keyOf(pending.address, pending.url));
    return this.#address.chargeAfterwards(pending.address);
  }
}
