// Commits notify the relay and the delivery loop of a worker. Both also poll: for retries, and in case a notification is
// lost.
import { randomUUID } from 'node:crypto';
import { anyUnrelayed, type EventTask } from '../../events/index.ts';
import { comparedUrl, mayBeSent } from '../../outgoing/index.ts';
import type { DueWork } from '../../platform/background/due-work.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { nextDueMs } from './deliveries/claims.sql.ts';
import { relayedEvents } from './deliver.metrics.ts';
import { Deliverer } from './deliver.ts';
import { Relay } from './relay/relay.ts';

const soon = { isUrgent: true, staysWarm: true };
/** A notification about more webhooks than this lists none, which means any. */
const MAX_LISTED = 100;

export function outboundWork(deps: Deps, eventTasks: readonly EventTask[]): DueWork[] {
  const deliverer = new Deliverer(deps);
  const relay = new Relay(deps, eventTasks);
  /** Identifies this process's own notifications, which it receives too and ignores. */
  const tag = randomUUID();

  const relaySome = async (): Promise<boolean> => {
    const { events, webhooks, hasMore } = await relay.run();
    relayedEvents.inc(events);
    // Other workers are notified only of deliveries that this process has no free slot for; they poll, too.
    const rest = webhooks.filter((id) => !deliverer.hasSlotFor(id));
    if (webhooks.length > 0) deliverer.deliverDue(webhooks);
    if (rest.length > 0)
      deps.commitNotifier.notify(
        'deliveries',
        `${tag},${rest.length > MAX_LISTED ? '' : rest.join()}`,
      );
    return hasMore;
  };
  const onDeliveries = (payload: string) => {
    const [sender, ...ids] = payload.split(',');
    if (sender !== tag) deliverer.deliverDue(ids.some(Boolean) ? ids : undefined);
  };

  return [
    { name: 'relay', waitMs: anyUnrelayed, run: relaySome, channel: 'events', ...soon },
    {
      name: 'deliver',
      waitMs: (now) => nextDueMs(now, mayBeSent(comparedUrl(deps))),
      run: async () => deliverer.deliverDue(),
      onNotified: { deliveries: onDeliveries },
      stop: () => deliverer.stop(),
      ...soon,
    },
  ];
}
