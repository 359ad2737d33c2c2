// From events to deliveries: each event once, in the order of its record, with the deliveries it causes in one commit.
import { unrelayedEvents } from '../../events/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { matchAll } from './matching.ts';
import { activeSubscriptions } from './outbound.sql.ts';
import { type Relayed, relayEvents } from './relay.sql.ts';

const BATCH = 500;

/**
 * One writes at a time among all processes. Who finds another at it has nothing to do: the other looks again when it is
 * woken, and it was woken by the same commit. Who is wanted is read after the events, so that no event misses a webhook
 * that is older than itself.
 */
export async function relay({ db, config, now }: Deps): Promise<Relayed & { hasMore: boolean }> {
  const events = await unrelayedEvents(db, BATCH);
  if (events.length === 0) return { events: 0, webhooks: [], hasMore: false };
  const subscriptions = await activeSubscriptions(db);
  const matches = matchAll(events, subscriptions, config.INSTANCE_NAME);
  const relayed = await relayEvents(db, events, matches, now());
  return { ...relayed, hasMore: relayed.events > 0 && events.length === BATCH };
}
