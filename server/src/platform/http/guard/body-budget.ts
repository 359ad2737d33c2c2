// A semaphore over the memory of large request bodies: bytes per process, and a share of them per caller. A body acquires
// bytes as they are received: if announced bytes counted, two senders that send nothing could block all others.
import { type Clock, systemClock } from '../../clock.ts';
import { ApiError } from '../../errors.ts';

const LIMITS = {
  /**
   * Bytes of large bodies that a process may hold at the same time. A body briefly costs up to five times its length:
   * received, joined, as text, parsed, decoded. Fifty concurrent uploads of ten files of 5 MB
   * took the process from 175 to 660 MB.
   */
  bytes: 160 * 1024 * 1024,
  /** One body of the maximum size; the rest of the budget is for other callers. */
  callerBytes: 80 * 1024 * 1024,
  waitMs: 10_000,
};

const overloaded = () =>
  new ApiError(
    'overloaded',
    'Too many large bodies are being received. Retry after the number of seconds in Retry-After.',
    {},
    { 'retry-after': '5' },
  );

/** A large body, from its first byte until its request is done. */
export interface Body {
  readonly caller: string;
  /** The bytes that it has acquired. */
  bytes: number;
  /** The bytes that it waits for. */
  waiting: { bytes: number; resolve: () => void; reject: (why: ApiError) => void } | undefined;
}

/** Older bodies go first, so that they complete and free their memory. */
export class BodyBudget {
  /** In order of their start. */
  readonly #bodies = new Set<Body>();
  /** Bytes that each caller has acquired. */
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
    if (!this.#bodies.has(body)) throw overloaded();
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
    body.waiting?.reject(overloaded());
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
