// The density of lists is chosen in this browser.
import { useSyncExternalStore } from 'react';
import { NARROW, useMedia } from '../use-media.ts';

const heights = { compact: 30, standard: 36, comfortable: 44 } as const;
export type Density = keyof typeof heights;

const KEY = 'signalbox.density';
/** On a narrow screen a row has two lines. */
const TWO_LINES = 56;
const listeners = new Set<() => void>();

const isDensity = (value: string | null): value is Density => value !== null && value in heights;

export const density = {
  get: (): Density => {
    const stored = localStorage.getItem(KEY);
    return isDensity(stored) ? stored : 'standard';
  },
  set: (next: Density): void => {
    localStorage.setItem(KEY, next);
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function useRowHeight(): number {
  const isNarrow = useMedia(NARROW);
  const chosen = useSyncExternalStore(density.subscribe, density.get);
  return isNarrow ? TWO_LINES : heights[chosen];
}
