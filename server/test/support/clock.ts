import type { Cancel, Clock } from '../../src/platform/clock.ts';

/** The clock never returns the same time twice: two writes in one millisecond would hide a shift of the SLA clock. */
export function risingClock(): () => Date {
  let last = 0;
  return () => {
    last = Math.max(last + 1, Date.now());
    return new Date(last);
  };
}

interface ManualTimer {
  at: number;
  everyMs: number | undefined;
  run: () => void;
}

/** Time stands still until the test advances it. */
export class ManualClock implements Clock {
  #at = 0;
  readonly #timers = new Set<ManualTimer>();

  readonly now = (): number => this.#at;

  readonly after = (ms: number, run: () => void): Cancel =>
    this.#add({ at: this.#at + ms, everyMs: undefined, run });

  readonly every = (ms: number, run: () => void): Cancel =>
    this.#add({ at: this.#at + ms, everyMs: ms, run });

  /** Returns the milliseconds until each timer runs, soonest first, which shows what a module waits for. */
  get waiting(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#at).toSorted((a, b) => a - b);
  }

  /** Runs the timers that fall due, each at its time. */
  advance(ms: number): void {
    const end = this.#at + ms;
    for (let next = this.#nextUntil(end); next; next = this.#nextUntil(end)) {
      this.#at = next.at;
      if (next.everyMs === undefined) this.#timers.delete(next);
      else next.at += next.everyMs;
      next.run();
    }
    this.#at = end;
  }

  #add(timer: ManualTimer): Cancel {
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  #nextUntil(end: number): ManualTimer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
  }
}
