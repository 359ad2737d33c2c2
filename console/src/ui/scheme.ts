// The colour scheme is chosen in this browser, or follows the system.
import { useSyncExternalStore } from 'react';

export type Scheme = 'light' | 'dark' | 'auto';

const KEY = 'signalbox.scheme';
const isScheme = (value: string | null): value is Scheme =>
  value === 'light' || value === 'dark' || value === 'auto';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const readStored = (): Scheme => {
  const value = localStorage.getItem(KEY);
  return isScheme(value) ? value : 'auto';
};

const systemScheme = () => (system.matches ? 'dark' : 'light');

let scheme = readStored();
let shown: 'light' | 'dark' = 'light';

function apply(next: Scheme): void {
  scheme = next;
  shown = next === 'auto' ? systemScheme() : next;
  document.documentElement.dataset['mantineColorScheme'] = shown;
  for (const listener of listeners) listener();
}

function setScheme(next: Scheme): void {
  localStorage.setItem(KEY, next);
  apply(next);
}

/** Must be called before the first paint, so that it has the right colours. */
export function startScheme(): void {
  apply(scheme);
  system.addEventListener('change', () => apply(scheme));
  // The scheme was chosen in another tab.
  addEventListener('storage', ({ key }) => key === KEY && apply(readStored()));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useScheme(): { scheme: Scheme; setScheme: (scheme: Scheme) => void } {
  return { scheme: useSyncExternalStore(subscribe, () => scheme), setScheme };
}

/** Returns the scheme on screen, even if the system decides. */
export const useShownScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, () => shown);
