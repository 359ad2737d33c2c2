// Unauthenticated requests (floods of bad tokens, wrong passwords) are limited by address, within one process.
import { isIPv6 } from 'node:net';
import { type BucketSize, LocalBuckets, type BucketState, type MonotonicClock } from './buckets.ts';

/** An IPv6 host usually controls its whole /64. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length;
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Each address has one bucket for one kind of attempt; the least recently used ones are evicted. */
export class AddressLimit {
  readonly #size: BucketSize;
  readonly #buckets: LocalBuckets;

  constructor(size: BucketSize, clock?: MonotonicClock) {
    this.#size = size;
    this.#buckets = new LocalBuckets(clock);
  }

  #charge(address: string, cost: number, isForced = false): BucketState {
    const bucket = { key: networkOf(address), size: this.#size, cost };
    const [state] = this.#buckets.take([bucket], isForced);
    return state as BucketState;
  }

  take(address: string): BucketState {
    return this.#charge(address, 1);
  }

  /** Gives back the charge of an attempt that succeeded. */
  refund(address: string): void {
    this.#charge(address, -1, true);
  }

  /** Charges an attempt that was allowed and then failed, even if the bucket is empty. */
  chargeAfterwards(address: string): BucketState {
    return this.#charge(address, 1, true);
  }

  peek(address: string): BucketState {
    return this.#charge(address, 0);
  }
}
