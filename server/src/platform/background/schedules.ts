// Scheduled work never runs concurrently with itself within a process; after a failure it runs at the next interval.
import type { Logger } from 'pino';
import { pause, systemClock } from '../clock.ts';

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface Schedule {
  name: string;
  everySeconds: number | (() => number);
  /** Returns whether there is more to do immediately. */
  run: () => Promise<boolean | void>;
}

export interface Running {
  stop: () => Promise<void>;
}

export function startSchedules(
  schedules: readonly Schedule[],
  log: Logger,
  clock = systemClock,
): Running {
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async ({ name, everySeconds, run }: Schedule) => {
    while (!signal.aborted) {
      let more: boolean | void = false;
      try {
        more = await run();
      } catch (error) {
        log.error({ err: error, work: name }, 'work.failed');
      }
      if (!more && !signal.aborted)
        await pause(
          clock,
          1000 * (typeof everySeconds === 'number' ? everySeconds : everySeconds()),
          signal,
        );
    }
  };
  const loops = schedules.map(keep);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
