// A process has a limited number of slots for streams, and so has each caller in it.
import { ApiError } from '../../platform/errors.ts';
import type { Config } from '../../platform/runtime/config.ts';

type Limits = Pick<Config, 'MAX_STREAMS' | 'MAX_STREAMS_PER_CALLER'>;

export class StreamSlots {
  readonly #limits: Limits;
  readonly #onEmpty: () => void;
  readonly #perCaller = new Map<string, number>();
  /** Streams that are being opened count as well. */
  #count = 0;
  #isClosed = false;

  /** `onEmpty` is called when the last stream has ended, unless the slots are closed. */
  constructor(limits: Limits, onEmpty: () => void) {
    this.#limits = limits;
    this.#onEmpty = onEmpty;
  }

  /** Refuses all further streams. */
  close(): void {
    this.#isClosed = true;
  }

  /** Returns a function that frees the slot; calling it again has no effect. */
  reserve(callerId: string): () => void {
    const { MAX_STREAMS, MAX_STREAMS_PER_CALLER } = this.#limits;
    const own = this.#perCaller.get(callerId) ?? 0;
    if (own >= MAX_STREAMS_PER_CALLER)
      throw new ApiError(
        'too_many_streams',
        `You have ${own} open event streams, which is the limit. Close one first, or share one among the parts of your client.`,
        { limit: MAX_STREAMS_PER_CALLER },
        { 'retry-after': '10' },
      );
    if (this.#count >= MAX_STREAMS || this.#isClosed)
      throw new ApiError(
        'overloaded',
        'The server cannot open more event streams now. Retry after the number of seconds in `Retry-After`.',
        {},
        { 'retry-after': '5' },
      );
    this.#count += 1;
    this.#perCaller.set(callerId, own + 1);
    let isReserved = true;
    return () => {
      if (isReserved) this.#release(callerId);
      isReserved = false;
    };
  }

  #release(callerId: string): void {
    this.#count -= 1;
    const left = (this.#perCaller.get(callerId) ?? 1) - 1;
    if (left === 0) this.#perCaller.delete(callerId);
    else this.#perCaller.set(callerId, left);
    if (this.#count === 0 && !this.#isClosed) this.#onEmpty();
  }
}
