// Leaves connections for reads: commits that wait for a standby, or writes that wait for a lock, may hold most of the
// connections of a process but never all of them.
import { type Clock, systemClock } from '../clock.ts';
import { ApiError } from '../errors.ts';

/** Six of eight. */
export const writesOf = (connections: number): number =>
  Math.max(1, Math.floor((connections * 3) / 4));

interface Waiting {
  since: number;
  enter: () => void;
}

export class WriteSlots {
  readonly #waitMs: number;
  readonly #clock: Clock;
  readonly #queue = new Set<Waiting>();
  #free: number;

  /** A write waits as long for its turn as for a connection. */
  constructor(slots: number, waitMs: number, clock: Clock = systemClock) {
    this.#free = slots;
    this.#waitMs = waitMs;
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** How long the first of them has waited. */
  get waitingMs(): number {
    const [first] = this.#queue;
    return first ? this.#clock.now() - first.since : 0;
  }

  async run<T>(write: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    try {
      return await write();
    } finally {
      this.#pass();
    }
  }

  #turn(): Promise<void> {
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
          new ApiError('overloaded', 'Writes wait for the database.', {}, { 'retry-after': '1' }),
        );
      });
      this.#queue.add(one);
    });
  }

  /** The slot goes to the write that has waited longest. */
  #pass(): void {
    const [next] = this.#queue;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#queue.delete(next);
    next.enter();
  }
}
