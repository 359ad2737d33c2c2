// Event streams with the times of a test.
import {
  EventStreams,
  stopEventStreams,
  type StreamTimes,
  useEventStreams,
} from '../../src/events/stream/event-streams.ts';
import { may } from '../../src/identity/index.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Deps } from '../../src/platform/runtime/deps.ts';
import { recordEventVisibility } from '../../src/records/index.ts';

const rules = { visibility: recordEventVisibility, presence: may('presence.share') };

/** A second call begins anew, as another process would. */
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
