// A semaphore bounds the memory of large request bodies, per process and per caller. A body acquires bytes as they are
// received: if announced bytes counted, two senders that send nothing could block all others.
import { type Clock, systemClock } from '../../clock.ts';
import { ApiError } from '../../errors.ts';

const LIMITS = {
  /**
   * A process may hold so many bytes of large bodies at the same time. A body briefly costs up to five times its length:
   * received, joined, as text, parsed, decoded. Fifty concurrent uploads of ten files of 5 MB took the process from 175
   * to 660 MB.
   */
  bytes: 160 * 1024 * 1024,
  /** A caller can send one body of the maximum size; the rest of the budget is for others. */
  callerBytes: 80 * 1024 * 1024,
  waitMs: 10_000,
};

const overloadError = () =>
  new ApiError(
    'overloaded',
    'Too many large bodies are being received. Retry after the number of seconds in Retry-After.',
    {},
    { 'retry-after': '5' },
  );

/** A large body is in the budget from its first byte until its request is done. */
export interface Body {
  readonly caller: string;
  /** The body has acquired these bytes, and waits for those in `waiting`. */
  bytes: number;
  waiting: { bytes: number; resolve: () => void; reject: (why: ApiError) => void } | undefined;
}

/** Older bodies go first, so that they complete and free their memory. */
export class BodyBudget {
  /** Bodies are in the order of their start. */
  readonly #bodies = new Set<Body>();
  /** The bytes are summed per caller. */
  readonly #held = new Map<string, number>();
  readonly #limits: typeof LIMITS;
  readonly #clock: Clock;
  #free: number;

  constructor(limits = LIMITS, clock = systemClock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#free = limits.bytes;
  }

  begin(caller: string): Body {
    const body: Body = { caller, bytes: 0, waiting: undefined };
    this.#bodies.add(body);
    return body;
  }

  /** Rejects if the bytes are not free within the maximum wait, or the body is released. */
  async acquire(body: Body, bytes: number): Promise<void> {
    if (!this.#bodies.has(body)) throw overloadError();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    body.waiting = { bytes, resolve, reject };
    const cancelTimer = this.#clock.after(this.#limits.waitMs, () => {
      // A refusal at the same moment may have made room for this one.
      if (body.waiting) this.release(body);
    });
    this.#admit();
    await promise.finally(cancelTimer);
  }

  release(body: Body): void {
    if (!this.#bodies.delete(body)) return;
    body.waiting?.reject(overloadError());
    body.waiting = undefined;
    this.#count(body.caller, -body.bytes);
    this.#admit();
  }

  #count(caller: string, bytes: number): void {
    const held = (this.#held.get(caller) ?? 0) + bytes;
    if (held === 0) this.#held.delete(caller);
    else this.#held.set(caller, held);
    this.#free -= bytes;
  }

  #exceedsShare({ caller, waiting }: Body): boolean {
    return (this.#held.get(caller) ?? 0) + (waiting?.bytes ?? 0) > this.#limits.callerBytes;
  }

  #admit(): void {
    for (const body of this.#bodies) {
      const { waiting } = body;
      if (!waiting || this.#exceedsShare(body)) continue;
      if (waiting.bytes > this.#free) break;
      this.#count(body.caller, waiting.bytes);
      body.bytes += waiting.bytes;
      body.waiting = undefined;
      waiting.resolve();
    }
    this.#breakDeadlock();
  }

  /**
   * Bodies that all wait for each other never complete, so the youngest of them is refused. A body without room in its
   * caller's share waits for the bodies of that caller, and one without room in the process for all.
   */
  #breakDeadlock(): void {
    const bodies = [...this.#bodies];
    const progressing = new Set(bodies.filter((body) => !body.waiting).map(({ caller }) => caller));
    const youngest = bodies.findLast((body) =>
      this.#exceedsShare(body) ? !progressing.has(body.caller) : progressing.size === 0,
    );
    if (youngest) this.release(youngest);
  }
}
