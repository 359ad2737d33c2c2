// Replaces the event streams of an instance by ones with the intervals of a test.
import {
  EventStreams,
  stopEventStreams,
  type StreamTimes,
  useEventStreams,
} from '../../src/events/stream/event-streams.ts';
import { may } from '../../src/identity/index.ts';
import { unreadNotifications } from '../../src/notifications/index.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Deps } from '../../src/platform/runtime/deps.ts';
import { recordEventVisibility } from '../../src/records/index.ts';

const rules = {
  visibility: recordEventVisibility,
  presence: may('presence.share'),
  notifications: unreadNotifications,
};

/** The new streams know nothing of the former ones, like those of another process. */
export async function restartStreams(
  deps: Deps,
  times: Partial<StreamTimes>,
  clock?: Clock,
): Promise<EventStreams> {
  await stopEventStreams(deps);
  const streams = new EventStreams(deps, rules, times, clock);
  useEventStreams(deps, streams);
  return streams;
}
