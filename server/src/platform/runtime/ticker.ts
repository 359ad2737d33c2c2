// Periodic tasks: never concurrent with themselves within a process; after a failure they run at the next interval.
import type { Logger } from 'pino';
import { pause, systemClock } from '../clock.ts';

export interface Tick {
  name: string;
  everySeconds: number | (() => number);
  /** Returns whether there is more to do immediately. */
  run: () => Promise<boolean | void>;
}

export function startTicker(
  ticks: readonly Tick[],
  log: Logger,
  clock = systemClock,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async ({ name, everySeconds, run }: Tick) => {
    while (!signal.aborted) {
      let more: boolean | void = false;
      try {
        more = await run();
      } catch (error) {
        log.error({ err: error, tick: name }, 'tick.failed');
      }
      if (!more && !signal.aborted)
        await pause(
          clock,
          1000 * (typeof everySeconds === 'number' ? everySeconds : everySeconds()),
          signal,
        );
    }
  };
  const loops = ticks.map(keep);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
