// Modules take monotonic time and timers as an optional argument, so that a test can advance time by hand.

/** Cancels a timer; has no effect once it has run. */
export type Cancel = () => void;

interface TimerOptions {
  /** Whether the timer keeps the process alive; true by default. */
  ref?: boolean;
}

export interface Clock {
  /** Returns milliseconds; never goes back. */
  now: () => number;
  after: (ms: number, run: () => void, options?: TimerOptions) => Cancel;
  every: (ms: number, run: () => void, options?: TimerOptions) => Cancel;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run, { ref = true } = {}) => {
    const timer = setTimeout(run, ms);
    if (!ref) timer.unref();
    return () => clearTimeout(timer);
  },
  every: (ms, run, { ref = true } = {}) => {
    const timer = setInterval(run, ms);
    if (!ref) timer.unref();
    return () => clearInterval(timer);
  },
};

const AWAKE_STEPS = 30;

/**
 * Runs after the time, if this process could run in each thirtieth of it, and later otherwise: a process that was starved
 * or paused has not waited for a response, since it could not read one.
 */
export function afterAwake(clock: Pick<Clock, 'every'>, ms: number, run: () => void): Cancel {
  let left = AWAKE_STEPS;
  const cancel = clock.every(ms / AWAKE_STEPS, () => {
    left -= 1;
    if (left > 0) return;
    cancel();
    run();
  });
  return cancel;
}

/** Resolves after the time, or when the signal is aborted. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
