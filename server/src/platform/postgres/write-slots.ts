// Leaves connections for reads: commits that wait for a standby, or writes that wait for a lock, may hold most of the
// connections of a process but never all of them.
import { type Clock, systemClock } from '../clock.ts';
import { ApiError } from '../errors.ts';

/** Writes may hold six of eight connections. */
export const writesOf = (connections: number): number =>
  Math.max(1, Math.floor((connections * 3) / 4));

interface QueuedWrite {
  since: number;
  enter: () => void;
}

export class WriteSlots {
  readonly #waitMs: number;
  readonly #clock: Clock;
  readonly #queue = new Set<QueuedWrite>();
  #free: number;

  /** A write waits as long for a slot as for a connection. */
  constructor(slots: number, waitMs: number, clock: Clock = systemClock) {
    this.#free = slots;
    this.#waitMs = waitMs;
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Returns how long the first write in the queue has waited. */
  get waitingMs(): number {
    const [first] = this.#queue;
    return first ? this.#clock.now() - first.since : 0;
  }

  async run<T>(write: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#waitForSlot();
    try {
      return await write();
    } finally {
      this.#releaseSlot();
    }
  }

  #waitForSlot(): Promise<void> {
    return new Promise((resolve, reject) => {
      const one = {
        since: this.#clock.now(),
        enter: () => {
          cancel();
          resolve();
        },
      };
      const cancel = this.#clock.after(this.#waitMs, () => {
        this.#queue.delete(one);
        reject(
          new ApiError(
            'overloaded',
            'Too many writes wait for the database. Retry after the number of seconds in Retry-After.',
            {},
            { 'retry-after': '1' },
          ),
        );
      });
      this.#queue.add(one);
    });
  }

  /** Passes the slot to the write that has waited longest. */
  #releaseSlot(): void {
    const [next] = this.#queue;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#queue.delete(next);
    next.enter();
  }
}
