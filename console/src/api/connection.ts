// The banner says why requests fail: there is no network, or the service asked to wait.
type Listener = () => void;

export interface Connection {
  isOnline: boolean;
  /** The service asked to wait until then, by 429 or 503; undefined while it responds. */
  waitUntil: number | undefined;
}

let current: Connection = { isOnline: navigator.onLine, waitUntil: undefined };
const listeners = new Set<Listener>();

function update(part: Partial<Connection>): void {
  const next = { ...current, ...part };
  if (next.isOnline === current.isOnline && next.waitUntil === current.waitUntil) return;
  current = next;
  for (const listener of listeners) listener();
}

addEventListener('online', () => update({ isOnline: true }));
addEventListener('offline', () => update({ isOnline: false }));

export const connection = {
  get: (): Connection => current,
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

const DEFAULT_WAIT_SECONDS = 2;

/** Requests outlive a page that is being left. */
let isLeaving = false;
addEventListener('pagehide', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

const streamListeners = new Set<Listener>();

/** The listener is called when a request for the event stream begins: the page is not live until the response. */
export const onStreamRequest = (listener: Listener): (() => void) => {
  streamListeners.add(listener);
  return () => streamListeners.delete(listener);
};

const isStream = (input: RequestInfo | URL): boolean =>
  typeof input === 'string' && input.includes('/events/stream');

/** The assistant may be off or over its budget while the rest of the service responds; its panel says so. */
const isAssistant = (input: RequestInfo | URL): boolean =>
  typeof input === 'string' && input.includes('/ai/');

/** Calls `fetch` and notes whether the service asks to wait. The SDK retries. */
export const observedFetch: typeof fetch = async (input, init) => {
  if (isStream(input)) for (const listener of streamListeners) listener();
  // The browser's cache is bypassed: a version does not cover computed values, such as conflicts of a change.
  const response = await fetch(input, { ...init, cache: 'no-store', keepalive: isLeaving });
  if (isAssistant(input)) return response;
  if (response.status === 429 || response.status === 503) {
    const seconds = Number(response.headers.get('retry-after')) || DEFAULT_WAIT_SECONDS;
    update({ waitUntil: Date.now() + seconds * 1000 });
  } else if (current.waitUntil !== undefined && response.ok) {
    update({ waitUntil: undefined });
  }
  return response;
};
