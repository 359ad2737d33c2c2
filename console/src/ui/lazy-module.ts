// A lazy module is loaded when it is first needed, or before that, while the browser is idle. Once loaded, it is
// rendered at once; React's own lazy shows its fallback for 300 ms even then.
import { useEffect, useSyncExternalStore } from 'react';

export interface LazyModule<M> {
  preload: () => Promise<void>;
  /** Returns undefined until the module is loaded. `onFail` is called if that fails; the next need tries again. */
  useLoaded: (isNeeded: boolean, onFail: () => void) => M | undefined;
}

export function lazyModule<M>(load: () => Promise<M>): LazyModule<M> {
  let loaded: M | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const arrive = async (): Promise<void> => {
    try {
      loaded = await load();
      for (const listener of listeners) listener();
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const start = (): Promise<void> => (loading ??= arrive());
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    preload: () => start().catch(() => undefined),
    useLoaded: (isNeeded, onFail) => {
      useEffect(() => {
        if (isNeeded) void start().catch(onFail);
        // eslint-disable-next-line react-hooks/exhaustive-deps -- a new callback is no new need
      }, [isNeeded]);
      return useSyncExternalStore(subscribe, () => loaded);
    },
  };
}

/** Runs a function when the browser is idle, or after a second in Safari, which cannot say when it is. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 3000 });
  else setTimeout(run, 1000);
}
