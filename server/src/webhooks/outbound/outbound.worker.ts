// Relay and delivery loop of a worker, woken by commits and, in case a wake-up is lost, by the clock.
import { randomUUID } from 'node:crypto';
import type { Deps } from '../../platform/runtime/deps.ts';
import { listen } from '../../platform/postgres/commit-notifier.ts';
import { oldestDueSeconds } from './deliveries/claims.sql.ts';
import { oldestDue, relayedEvents, relayFailures } from './deliver.metrics.ts';
import { Deliverer } from './deliver.ts';
import { countSetAside } from './relay/relay.sql.ts';
import { Relay } from './relay/relay.ts';

const POLL_MS = 250;
const MEASURE_EVERY_POLLS = 20;
/** More webhooks than these in one wake-up are told as "any". */
const MOST_NAMED = 100;

export function startOutbound(deps: Deps): { stop: () => Promise<void> } {
  const deliverer = new Deliverer(deps);
  const relay = new Relay(deps);
  /** Its own wake-ups come back to it, and it needs none. */
  const tag = randomUUID();
  let isWanted = false;
  let relaying: Promise<void> | undefined;
  const stopping = new AbortController();

  const relayAll = async () => {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      const { events, webhooks, hasMore } = await relay.run();
      isWanted ||= hasMore;
      relayedEvents.inc(events);
      if (webhooks.length === 0) continue;
      // Others are wanted only for what this process has no place for; they look by themselves four times a second.
      const rest = webhooks.filter((id) => !deliverer.hasPlaceFor(id));
      deliverer.wake(webhooks);
      if (rest.length === 0) continue;
      deps.wake.now('deliveries', `${tag},${rest.length > MOST_NAMED ? '' : rest.join()}`);
    }
  };
  const wakeRelay = () => {
    isWanted = true;
    relaying ??= relayAll()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'relay.failed'))
      .finally(() => (relaying = undefined));
  };
  const measure = async () => {
    try {
      oldestDue.set(await oldestDueSeconds(deps.db, deps.now()));
      relayFailures.set(await countSetAside(deps.db));
    } catch {
      // The next look will tell.
    }
  };

  let polls = 0;
  const poll = setInterval(() => {
    wakeRelay();
    deliverer.wake();
    polls += 1;
    if (polls % MEASURE_EVERY_POLLS === 0) void measure();
  }, POLL_MS);
  const listening = deps.sharesBackend
    ? undefined
    : listen(deps.config.DATABASE_URL, {
        events: wakeRelay,
        deliveries: (payload) => {
          const [sender, ...ids] = payload.split(',');
          if (sender !== tag) deliverer.wake(ids.some(Boolean) ? ids : undefined);
        },
      });
  wakeRelay();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(poll);
      await listening?.stop();
      await relaying;
      await deliverer.stop();
    },
  };
}
