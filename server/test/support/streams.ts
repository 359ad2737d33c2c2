// Event streams with the times of a test.
import {
  EventStreams,
  type StreamTimes,
  useEventStreams,
} from '../../src/events/stream/event-streams.ts';
import { may } from '../../src/identity/index.ts';
import type { Deps } from '../../src/platform/runtime/deps.ts';
import { recordEventVisibility } from '../../src/records/index.ts';

const rules = { visibility: recordEventVisibility, presence: may('presence.share') };

/** Before the first stream; a second call begins anew, as another process would. */
export const timeStreams = (deps: Deps, times: Partial<StreamTimes>): void =>
  useEventStreams(deps, new EventStreams(deps, rules, times));
