// A browser reads one stream of events: the tab that has the lock reads it and passes events on to the others.
import { followEvents, type LiveEvent, type Presence } from '../api/index.ts';
import { GapClock } from './gap.ts';

export interface LiveStatus {
  isLive: boolean;
  /** The status changed at this time, in milliseconds since the epoch. */
  since: number;
}

type Message =
  | { kind: 'event'; event: LiveEvent; lastEventId: string | undefined }
  | { kind: 'presence'; presence: Presence }
  | { kind: 'unread'; unread: number }
  | { kind: 'status'; status: LiveStatus }
  | { kind: 'gap' }
  | { kind: 'hello' };

/** The stream itself does not retry every failure. */
const RETRY_MS = 5000;

let status: LiveStatus = { isLive: false, since: Date.now() };
let lastEventId: string | undefined;
let isLeader = false;
let channel: BroadcastChannel | undefined;
const statusListeners = new Set<() => void>();
const eventListeners = new Set<(event: LiveEvent) => void>();
const presenceListeners = new Set<(presence: Presence) => void>();
const unreadListeners = new Set<(unread: number) => void>();
const gapListeners = new Set<() => void>();
const gap = new GapClock();

const listen = <T>(listeners: Set<T>, listener: T): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const live = {
  status: (): LiveStatus => status,
  subscribe: (listener: () => void): (() => void) => listen(statusListeners, listener),
  onEvent: (listener: (event: LiveEvent) => void): (() => void) => listen(eventListeners, listener),
  onPresence: (listener: (presence: Presence) => void): (() => void) =>
    listen(presenceListeners, listener),
  /** The listener gets the number of unread notifications whenever it changes. */
  onUnread: (listener: (unread: number) => void): (() => void) => listen(unreadListeners, listener),
  /** One tab of the browser reads the stream, for all of them. */
  isLeader: (): boolean => isLeader,
  /** Events may be missing, so the listener reloads what is shown. */
  onGap: (listener: () => void): (() => void) => listen(gapListeners, listener),
};

function apply(message: Message): void {
  if (message.kind === 'event') {
    lastEventId = message.lastEventId;
    for (const listener of eventListeners) listener(message.event);
  } else if (message.kind === 'presence') {
    for (const listener of presenceListeners) listener(message.presence);
  } else if (message.kind === 'unread') {
    for (const listener of unreadListeners) listener(message.unread);
  } else if (message.kind === 'gap') {
    for (const listener of gapListeners) listener();
  } else if (message.kind === 'status') {
    status = message.status;
    for (const listener of statusListeners) listener();
  } else if (isLeader) channel?.postMessage({ kind: 'status', status } satisfies Message);
}

function publish(message: Message): void {
  channel?.postMessage(message);
  apply(message);
}

function setLive(isLive: boolean): void {
  if (isLive !== status.isLive) publish({ kind: 'status', status: { isLive, since: Date.now() } });
}

async function lead(): Promise<never> {
  isLeader = true;
  for (;;) {
    const connection = new AbortController();
    const onConnect = () => {
      // Data loaded before the first connection, or before a long gap, may be out of date.
      const isGap = gap.end(Date.now());
      if (isGap || lastEventId === undefined) publish({ kind: 'gap' });
      setLive(true);
    };
    const onConnecting = () => {
      gap.start(Date.now());
      setLive(false);
    };
    const onEvent = (event: LiveEvent, id: string | undefined) =>
      publish({ kind: 'event', event, lastEventId: id });
    const onPresence = (presence: Presence) => publish({ kind: 'presence', presence });
    const onUnread = (unread: number) => publish({ kind: 'unread', unread });
    const handlers = { onConnect, onConnecting, onEvent, onPresence, onUnread };
    const isWhole = await followEvents(lastEventId, handlers, connection.signal).catch(() => true);
    setLive(false);
    if (!isWhole) lastEventId = undefined;
    else await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Follows the events that this person may read, through this tab or another one. */
export function startLive(subject: string): void {
  const name = `signalbox.live.${subject}`;
  channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => apply(data));
  channel.postMessage({ kind: 'hello' } satisfies Message);
  // The lock is held until the tab is closed; then another tab goes on after the last event that all have seen.
  void navigator.locks.request(name, lead);
}
