// Memory budget for large request bodies, per process and per caller, reserved as bytes are received.
import { type Clock, systemClock } from '../../clock.ts';
import { ApiError } from '../../errors.ts';

/**
 * Bytes of large bodies that a process may hold at the same time. A body briefly costs up to five times its length:
 * received, joined, as text, parsed, decoded. Fifty concurrent uploads of ten files of 5 MB
 * took the process from 175 to 660 MB.
 */
const BUDGET_BYTES = 160 * 1024 * 1024;
/** One body of the maximum size; the rest of the budget is for other callers. */
const CALLER_BYTES = 80 * 1024 * 1024;
const MAX_WAIT_MS = 10_000;

interface Waiter {
  bytes: number;
  proceed: () => void;
  refuse: (why: ApiError) => void;
}

/** The reservation of a large body, from its first byte until its request is done. */
export interface Body {
  /** Resolves when the bytes are reserved; rejects if they cannot be. */
  grow: (bytes: number) => Promise<void>;
  release: () => void;
  isWaiting: () => boolean;
}

interface Entry {
  caller: string;
  bytes: number;
  waiting: Waiter | undefined;
}

const overloaded = () =>
  new ApiError(
    'overloaded',
    'Too many large bodies are being received. Retry after the number of seconds in Retry-After.',
    {},
    { 'retry-after': '5' },
  );

const isWaiting = ({ waiting }: Entry): boolean => waiting !== undefined;

/** Older bodies go first, so that they complete and free their memory. */
export class BodyBudget {
  /** In order of their start. */
  readonly #entries = new Set<Entry>();
  readonly #perCaller: number;
  readonly #waitMs: number;
  readonly #clock: Clock;
  #free: number;

  constructor(
    bytes = BUDGET_BYTES,
    perCaller = CALLER_BYTES,
    waitMs = MAX_WAIT_MS,
    clock = systemClock,
  ) {
    this.#free = bytes;
    this.#perCaller = perCaller;
    this.#waitMs = waitMs;
    this.#clock = clock;
  }

  begin(caller: string): Body {
    const entry: Entry = { caller, bytes: 0, waiting: undefined };
    this.#entries.add(entry);
    return {
      grow: (bytes) => this.#grow(entry, bytes),
      release: () => this.#release(entry),
      isWaiting: () => isWaiting(entry),
    };
  }

  #grow(entry: Entry, bytes: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (!this.#entries.has(entry)) return Promise.reject(overloaded());
    const cancelTimer = this.#clock.after(this.#waitMs, () => this.#refuse(entry));
    const end = <Args extends unknown[]>(then: (...args: Args) => void) => {
      return (...args: Args) => {
        cancelTimer();
        entry.waiting = undefined;
        then(...args);
      };
    };
    entry.waiting = { bytes, proceed: end(resolve), refuse: end(reject) };
    this.#admit();
    return promise;
  }

  #heldBy(caller: string): number {
    let bytes = 0;
    for (const entry of this.#entries) if (entry.caller === caller) bytes += entry.bytes;
    return bytes;
  }

  #exceedsShare = ({ caller, waiting }: Entry): boolean =>
    waiting !== undefined && this.#heldBy(caller) + waiting.bytes > this.#perCaller;

  #admit(): void {
    for (const entry of this.#entries) {
      const { waiting } = entry;
      if (!waiting || this.#exceedsShare(entry)) continue;
      if (waiting.bytes > this.#free) break;
      this.#free -= waiting.bytes;
      entry.bytes += waiting.bytes;
      waiting.proceed();
    }
    const stuck = this.#stuck();
    if (stuck) this.#refuse(stuck);
  }

  /** If all bodies wait for each other, none can complete: returns the youngest, which is refused. */
  #stuck(): Entry | undefined {
    const entries = [...this.#entries];
    const groups = [
      entries,
      ...Map.groupBy(entries.filter(isWaiting).filter(this.#exceedsShare), ({ caller }) => caller)
        .keys()
        .map((caller) => entries.filter((entry) => entry.caller === caller)),
    ];
    return groups.find((group) => group.length > 0 && group.every(isWaiting))?.at(-1);
  }

  #refuse(entry: Entry): void {
    entry.waiting?.refuse(overloaded());
    this.#release(entry);
  }

  #release(entry: Entry): void {
    if (!this.#entries.delete(entry)) return;
    entry.waiting?.refuse(overloaded());
    this.#free += entry.bytes;
    this.#admit();
  }
}
