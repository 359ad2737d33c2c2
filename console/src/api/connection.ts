// What the connection suffers from, for the banner: no network, or a service that asked to wait.
type Listener = () => void;

export interface Connection {
  isOnline: boolean;
  /** When the service asked to be called again after 429 or 503; undefined while it responds. */
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

/** Requests of a page that is being left outlive it. */
let isLeaving = false;
addEventListener('pagehide', () => {
  isLeaving = true;
});
addEventListener('pageshow', () => {
  isLeaving = false;
});

const streamListeners = new Set<Listener>();

/** Called when a request for the event stream begins: until it is answered the page is not live. */
export const onStreamRequest = (listener: Listener): (() => void) => {
  streamListeners.add(listener);
  return () => streamListeners.delete(listener);
};

const isStream = (input: RequestInfo | URL): boolean =>
  typeof input === 'string' && input.includes('/events/stream');

/** Of the assistant, which may be off or have a budget: its panel says so, and the rest of the service responds. */
const isAssistant = (input: RequestInfo | URL): boolean =>
  typeof input === 'string' && input.includes('/ai/');

/** `fetch`, noting what its responses say about the service. The SDK retries. */
export const observed: typeof fetch = async (input, init) => {
  if (isStream(input)) for (const listener of streamListeners) listener();
  // Not from the cache of the browser: a version does not cover what is computed, such as conflicts of a change.
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
