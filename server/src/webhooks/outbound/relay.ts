// From events to deliveries: each event once, in the order of its record, with the deliveries it causes in one commit.
import { markRelayed, unrelayedEvents } from '../../events/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { insertDeliveries } from './deliveries/deliveries.sql.ts';
import { matchAll } from './matching.ts';
import { activeSubscriptions } from './outbound.sql.ts';
import { takeRelayLock } from './relay.sql.ts';

const BATCH = 500;

export interface Relayed {
  events: number;
  /** That have something to deliver now. */
  webhooks: string[];
  hasMore: boolean;
}

const NOTHING: Relayed = { events: 0, webhooks: [], hasMore: false };

/**
 * One active at a time among all processes. Who finds the lock taken has nothing to do: the holder looks again when
 * it is woken, and it was woken by the same commit.
 */
export const relay = ({ db, config, now }: Deps): Promise<Relayed> =>
  db.transaction().execute(async (tx) => {
    if (!(await takeRelayLock(tx))) return NOTHING;
    const events = await unrelayedEvents(tx, BATCH);
    if (events.length === 0) return NOTHING;
    const subscriptions = await activeSubscriptions(tx);
    const matches = matchAll(events, subscriptions, config.INSTANCE_NAME);
    if (matches.length > 0) await insertDeliveries(tx, matches, now());
    await markRelayed(
      tx,
      events.map((event) => event.id),
      now(),
    );
    return {
      events: events.length,
      webhooks: [...new Set(matches.flatMap((match) => match.webhookIds))],
      hasMore: events.length === BATCH,
    };
  });
