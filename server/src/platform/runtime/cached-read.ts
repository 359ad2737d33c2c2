// A value that requests need and that rarely changes is read once for many of them. A process drops it when it changes the
// value, and when it is notified that another one did; after a lost notification it is out of date for a moment.
import { type MonotonicClock, monotonicMs } from '../limits/buckets.ts';

const CACHED_MS = 200;

export class CachedRead<Value> {
  readonly #read: () => Promise<Value>;
  readonly #clock: MonotonicClock;
  #cached: Promise<Value> | undefined;
  #until = -Infinity;

  constructor(read: () => Promise<Value>, clock: MonotonicClock = monotonicMs) {
    this.#read = read;
    this.#clock = clock;
  }

  readonly read = (): Promise<Value> => {
    if (this.#cached && this.#clock() <= this.#until) return this.#cached;
    this.#until = this.#clock() + CACHED_MS;
    const reading = this.#read();
    this.#cached = reading;
    reading.catch(() => {
      if (this.#cached === reading) this.#cached = undefined;
    });
    return reading;
  };

  /** A read in progress may have begun before the value changed, so the next one does not share it. */
  readonly forget = (): void => {
    this.#cached = undefined;
  };
}
