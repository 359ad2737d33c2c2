import { type Event, type Presence, SignalboxError } from '@signalbox/sdk';
import { client } from './client.ts';
import { onStreamRequest } from './connection.ts';

export type LiveEvent = Event;

export interface StreamHandlers {
  onConnect: () => void;
  /** The connection was lost, or is being made. */
  onConnecting: () => void;
  onEvent: (event: LiveEvent, lastEventId: string | undefined) => void;
  /** Someone has a record open. */
  onPresence: (presence: Presence) => void;
  /** The number of unread notifications has changed, or the stream has begun. */
  onUnread: (unread: number) => void;
}

/** Runs until the signal aborts. Resolves to false if events may be missing: reload the state, and begin without a position. */
export async function followEvents(
  lastEventId: string | undefined,
  { onConnect, onConnecting, onEvent, onPresence, onUnread }: StreamHandlers,
  signal: AbortSignal,
): Promise<boolean> {
  const stream = client.events.stream({}, { lastEventId, onConnect, signal });
  const stopListening = onStreamRequest(onConnecting);
  try {
    for await (const event of stream)
      if (event.event === 'presence') onPresence(event.data);
      else if (event.event === 'notification') onUnread(event.data.unread);
      else onEvent(event, stream.lastEventId);
    return true;
  } catch (error) {
    if (SignalboxError.is(error, 'stream_gap')) return false;
    throw error;
  } finally {
    stopListening();
  }
}
