// The colour scheme: a choice of this browser, or that of the system.
import { useSyncExternalStore } from 'react';

export type Scheme = 'light' | 'dark' | 'auto';

const KEY = 'signalbox.scheme';
const isScheme = (value: string | null): value is Scheme =>
  value === 'light' || value === 'dark' || value === 'auto';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

const stored = (): Scheme => {
  const value = localStorage.getItem(KEY);
  return isScheme(value) ? value : 'auto';
};

const systemScheme = () => (system.matches ? 'dark' : 'light');

let scheme = stored();
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

/** Before the first paint, so that it has the right colours. */
export function startScheme(): void {
  apply(scheme);
  system.addEventListener('change', () => apply(scheme));
  // Another tab has chosen.
  addEventListener('storage', ({ key }) => key === KEY && apply(stored()));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useScheme(): { scheme: Scheme; setScheme: (scheme: Scheme) => void } {
  return { scheme: useSyncExternalStore(subscribe, () => scheme), setScheme };
}

/** The scheme on screen, also where the system decides. */
export const useShownScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, () => shown);
