// Runs the relay and the delivery loop of a worker. Both are woken by commits, and by a timer in case a wake-up is lost.
import { randomUUID } from 'node:crypto';
import { oldestUnrelayedSeconds } from '../../events/index.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { listen } from '../../platform/postgres/commit-notifier.ts';
import { oldestDueSeconds } from './deliveries/claims.sql.ts';
import { oldestDue, oldestUnrelayed, relayedEvents, relayFailures } from './deliver.metrics.ts';
import { Deliverer } from './deliver.ts';
import { countSetAside } from './relay/relay.sql.ts';
import { Relay } from './relay/relay.ts';

const POLL_MS = 250;
const MEASURE_EVERY_POLLS = 20;
/** A wake-up for more webhooks than this lists none, which means any. */
const MAX_LISTED = 100;

export function startOutbound(deps: Deps): { stop: () => Promise<void> } {
  const deliverer = new Deliverer(deps);
  const relay = new Relay(deps);
  /** Identifies this process's own wake-ups, which it receives too and ignores. */
  const tag = randomUUID();
  let isRelayDue = false;
  let relaying: Promise<void> | undefined;
  const stopping = new AbortController();

  const relayAll = async () => {
    while (isRelayDue && !stopping.signal.aborted) {
      isRelayDue = false;
      const { events, webhooks, hasMore } = await relay.run();
      isRelayDue ||= hasMore;
      relayedEvents.inc(events);
      if (webhooks.length === 0) continue;
      // Other workers are woken only for deliveries that this process has no free slot for; they poll four times a second.
      const rest = webhooks.filter((id) => !deliverer.hasSlotFor(id));
      deliverer.wake(webhooks);
      if (rest.length === 0) continue;
      deps.wake.now('deliveries', `${tag},${rest.length > MAX_LISTED ? '' : rest.join()}`);
    }
  };
  const wakeRelay = () => {
    isRelayDue = true;
    relaying ??= relayAll()
      .catch((error: unknown) => deps.log.warn({ err: error }, 'relay.failed'))
      .finally(() => (relaying = undefined));
  };
  const measure = async () => {
    try {
      oldestDue.set(await oldestDueSeconds(deps.db, deps.now()));
      oldestUnrelayed.set(await oldestUnrelayedSeconds(deps.db, deps.now()));
      relayFailures.set(await countSetAside(deps.db));
    } catch {
      // The gauges keep their values until the next poll.
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
