// Runs the relay and the delivery loop of a worker. Both are woken by commits, and by the look for work: for retries, and
// in case a wake-up is lost.
import { randomUUID } from 'node:crypto';
import { anyUnrelayed } from '../../events/index.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import type { DueWork } from '../../platform/runtime/due-work.ts';
import { listen } from '../../platform/postgres/commit-notifier.ts';
import { nextDueMs } from './deliveries/claims.sql.ts';
import { relayedEvents } from './deliver.metrics.ts';
import { Deliverer } from './deliver.ts';
import { Relay } from './relay/relay.ts';

const soon = { isUrgent: true, isKeptWarm: true };
/** A wake-up for more webhooks than this lists none, which means any. */
const MAX_LISTED = 100;

interface Outbound {
  work: DueWork[];
  stop: () => Promise<void>;
}

export function startOutbound(deps: Deps): Outbound {
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
      // Other workers are woken only for deliveries that this process has no free slot for; they look for work, too.
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

  const listening = deps.sharesBackend
    ? undefined
    : listen(deps.directLogin, {
        events: wakeRelay,
        deliveries: (payload) => {
          const [sender, ...ids] = payload.split(',');
          if (sender !== tag) deliverer.wake(ids.some(Boolean) ? ids : undefined);
        },
      });
  wakeRelay();
  deliverer.wake();
  return {
    work: [
      { name: 'relay', waitMs: anyUnrelayed, run: async () => wakeRelay(), ...soon },
      { name: 'deliver', waitMs: nextDueMs, run: async () => deliverer.wake(), ...soon },
    ],
    stop: async () => {
      stopping.abort();
      await Promise.all([listening?.stop(), relaying, deliverer.stop()]);
    },
  };
}
