// Matches events with webhooks, and serialises their bodies.
import { bodyOf, coversType, type StoredEvent } from '../../../events/index.ts';
import { failingFilter, type Filter } from '../../filters.ts';
import { fieldOf } from '../outbound.filters.ts';
import type { Match } from '../deliveries/deliveries.sql.ts';

/** Events of at most this size are matched at once, which bounds the size of the statement that stores them. */
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

export interface Subscription {
  id: string;
  events: readonly string[];
  filters: readonly Filter[];
}

const isSubscribed = (
  { events, filters }: Subscription,
  event: StoredEvent,
  body: object,
): boolean =>
  coversType(events, event.type) &&
  failingFilter(filters, (field) => fieldOf(event, body, field)) === undefined;

/** Each event is serialised once, here: every webhook and every attempt gets these bytes. */
export const matchAll = (
  events: readonly StoredEvent[],
  subscriptions: readonly Subscription[],
  instance: string,
): Match[] =>
  events.flatMap((event) => {
    const body = bodyOf(event, instance);
    const matching = subscriptions.filter((one) => isSubscribed(one, event, body));
    if (matching.length === 0) return [];
    return { event, body: JSON.stringify(body), webhookIds: matching.map(({ id }) => id) };
  });
