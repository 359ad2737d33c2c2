// The bucket of everybody together. A process lives on account: it lets requests through from a small lot and settles
// what it used, so that no request waits for Valkey and the sum over all processes is still what the bucket refills.
import type { BucketSize, BucketState } from './buckets.ts';

const SETTLE_EVERY_MS = 50;
/** How soon an empty bucket is looked at again: refused requests wait for no more looks than these. */
const LOOK_AGAIN_MS = 10;
/** 100 of 10,000: by how much one process may be wrong about what the others have used. */
const LOT_SHARE = 0.01;

export class LeasedBucket {
  readonly #lot: number;
  readonly #charge: (cost: number) => Promise<BucketState>;
  #credit: number;
  #owed = 0;
  #settling: Promise<void> | undefined;
  #settledAt = -Infinity;
  #standing: BucketState;

  constructor(size: BucketSize, charge: (cost: number) => Promise<BucketState>) {
    this.#lot = Math.max(1, Math.floor(size.capacity * LOT_SHARE));
    this.#credit = this.#lot;
    this.#charge = charge;
    this.#standing = {
      isAllowed: true,
      limit: size.capacity,
      remaining: size.capacity,
      resetSeconds: Math.ceil(Date.now() / 1000),
      retryAfterSeconds: 1,
    };
  }

  /** Where it stood when this process last settled. */
  get standing(): BucketState {
    return this.#standing;
  }

  /** At once while there is credit; else once it is known what the others have left. */
  take(): BucketState | Promise<BucketState> {
    const sinceMs = performance.now() - this.#settledAt;
    if (this.#credit > 0) {
      this.#credit -= 1;
      this.#owed += 1;
      if (sinceMs >= SETTLE_EVERY_MS || this.#owed * 2 >= this.#lot) void this.#settle();
      return { ...this.#standing, isAllowed: true };
    }
    return this.#takeLater(sinceMs >= LOOK_AGAIN_MS);
  }

  async #takeLater(isDue: boolean): Promise<BucketState> {
    while (this.#settling || isDue) {
      await this.#settle();
      if (this.#credit > 0) return this.take();
      isDue = false;
    }
    return { ...this.#standing, isAllowed: false, remaining: 0 };
  }

  #settle(): Promise<void> {
    this.#settling ??= this.#settleOnce().finally(() => {
      this.#settling = undefined;
    });
    return this.#settling;
  }

  async #settleOnce(): Promise<void> {
    const cost = this.#owed;
    this.#owed = 0;
    const standing = await this.#charge(cost);
    this.#settledAt = performance.now();
    this.#standing = standing;
    // What was taken meanwhile is owed already.
    this.#credit = Math.min(this.#lot, standing.remaining) - this.#owed;
  }
}
