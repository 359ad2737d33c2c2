// All clocks of the page share one timer: each subscriber is called at most once a second, or once a minute.
import { useSyncExternalStore } from 'react';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

function ticker(interval: number) {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
    // The timer fires at whole seconds or minutes, so that all clocks change together.
    timer = setTimeout(tick, interval - (Date.now() % interval));
  };
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) {
      now = Date.now();
      timer = setTimeout(tick, interval - (now % interval));
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) clearTimeout(timer);
    };
  };
  return { subscribe, get: () => now };
}

const seconds = ticker(SECOND);
const minutes = ticker(MINUTE);

/** Returns the time, and renders again every second or every minute. */
export function useNow(every: 'second' | 'minute'): number {
  const { subscribe, get } = every === 'second' ? seconds : minutes;
  return useSyncExternalStore(subscribe, get);
}
