// All callers share the gateway bucket. A process leases a small number of its tokens and settles their use afterwards, so
// that no request waits for Valkey and the total over all processes still matches the refill rate.
import { type BucketSize, type BucketState, type MonotonicClock, monotonicMs } from './buckets.ts';

const SETTLE_EVERY_MS = 50;
/** An empty bucket is read again no sooner, whatever the number of refused requests. */
const READ_AGAIN_MS = 10;
/** A lot is 100 of 10,000, which bounds the error of one process about the use by the others. */
const LOT_SHARE = 0.01;

export class LeasedBucket {
  readonly #lot: number;
  readonly #charge: (cost: number) => Promise<BucketState>;
  readonly #clock: MonotonicClock;
  #credit: number;
  #owed = 0;
  #settling: Promise<void> | undefined;
  #settledAt = -Infinity;
  #state: BucketState;

  constructor(
    size: BucketSize,
    charge: (cost: number) => Promise<BucketState>,
    clock: MonotonicClock = monotonicMs,
  ) {
    this.#clock = clock;
    this.#lot = Math.max(1, Math.floor(size.capacity * LOT_SHARE));
    this.#credit = this.#lot;
    this.#charge = charge;
    this.#state = {
      isAllowed: true,
      limit: size.capacity,
      remaining: size.capacity,
      resetSeconds: Math.ceil(clock() / 1000),
      retryAfterSeconds: 1,
    };
  }

  /** The state is that of the last settlement by this process. */
  get state(): BucketState {
    return this.#state;
  }

  /** Returns at once while the lease has tokens; otherwise after the shared bucket was read. */
  take(): BucketState | Promise<BucketState> {
    const sinceMs = this.#clock() - this.#settledAt;
    if (this.#credit > 0) {
      this.#credit -= 1;
      this.#owed += 1;
      if (sinceMs >= SETTLE_EVERY_MS || this.#owed * 2 >= this.#lot) void this.#settle();
      return { ...this.#state, isAllowed: true };
    }
    return this.#takeLater(sinceMs >= READ_AGAIN_MS);
  }

  async #takeLater(isDue: boolean): Promise<BucketState> {
    while (this.#settling || isDue) {
      await this.#settle();
      if (this.#credit > 0) return this.take();
      isDue = false;
    }
    return { ...this.#state, isAllowed: false, remaining: 0 };
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
    const state = await this.#charge(cost);
    this.#settledAt = this.#clock();
    this.#state = state;
    // Tokens taken meanwhile are already owed.
    this.#credit = Math.min(this.#lot, state.remaining) - this.#owed;
  }
}
