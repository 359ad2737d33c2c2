// Changes of records as they happen, for all tabs of a browser.
export interface LiveStatus {
  isLive: boolean;
  /** When it last changed, in milliseconds. */
  since: number;
}

let status: LiveStatus = { isLive: false, since: Date.now() };
const listeners = new Set<() => void>();

export const live = {
  status: (): LiveStatus => status,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function setLive(isLive: boolean): void {
  if (isLive === status.isLive) return;
  status = { isLive, since: Date.now() };
  for (const listener of listeners) listener();
}
