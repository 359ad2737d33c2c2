// Periodic tasks: never concurrent with themselves within a process; after a failure they run at the next interval.
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface Tick {
  name: string;
  everySeconds: number | (() => number);
  /** Returns whether there is more to do immediately. */
  run: () => Promise<boolean | void>;
}

export function startTicker(ticks: readonly Tick[], log: Logger): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (seconds: number) =>
    setTimeout(seconds * 1000, undefined, { signal }).catch(() => {});
  const keep = async ({ name, everySeconds, run }: Tick) => {
    while (!signal.aborted) {
      let more: boolean | void = false;
      try {
        more = await run();
      } catch (error) {
        log.error({ err: error, tick: name }, 'tick.failed');
      }
      if (!more && !signal.aborted)
        await pause(typeof everySeconds === 'number' ? everySeconds : everySeconds());
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
