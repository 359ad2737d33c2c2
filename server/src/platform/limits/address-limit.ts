// Limits by address, inside one process, for what comes before a caller is known: floods of bad tokens, wrong passwords.
import { isIPv6 } from 'node:net';
import { type BucketSize, LocalBuckets, type BucketState } from './buckets.ts';

/** Whoever has one IPv6 address has the 2^64 beside it too. */
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

/** One kind of attempt, each address with a bucket of its own; the addresses longest unheard of are forgotten. */
export class AddressLimit {
  readonly #size: BucketSize;
  readonly #buckets = new LocalBuckets();

  constructor(size: BucketSize) {
    this.#size = size;
  }

  #charge(address: string, cost: number, isForced = false): BucketState {
    const bucket = { key: networkOf(address), size: this.#size, cost };
    const [standing] = this.#buckets.take([bucket], isForced);
    return standing as BucketState;
  }

  take(address: string): BucketState {
    return this.#charge(address, 1);
  }

  /** For an attempt that turned out to be good. */
  giveBack(address: string): void {
    this.#charge(address, -1, true);
  }

  /** For an attempt that was let through and turned out to be bad, even if the bucket is empty by now. */
  chargeAfterwards(address: string): BucketState {
    return this.#charge(address, 1, true);
  }

  look(address: string): BucketState {
    return this.#charge(address, 0);
  }
}
