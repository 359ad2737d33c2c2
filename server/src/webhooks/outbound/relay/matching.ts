// Which webhooks an event is for, and its bytes.
import { bodyOf, type StoredEvent } from '../../../events/index.ts';
import { failingFilter, type Filter, valueAt } from '../../filters.ts';
import type { Match } from '../deliveries/deliveries.sql.ts';

/** Of the events that are matched at once, so that the statement that stores them stays small. */
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

export interface Subscription {
  id: string;
  events: readonly string[];
  filters: readonly Filter[];
}

/**
 * `incident.priority`, by the kind of the record, or `priority` is a member of the event's data; `data.priority`,
 * `event` and `timestamp` are paths of the delivered body.
 */
function fieldOf(event: StoredEvent, body: object, field: string): unknown {
  const [first = '', ...rest] = field.split('.');
  if (first === event.record_type && rest.length > 0) return valueAt(event.data, rest.join('.'));
  return valueAt(body, field) ?? valueAt(event.data, field);
}

const wants = ({ events, filters }: Subscription, event: StoredEvent, body: object): boolean =>
  events.includes(event.type) &&
  failingFilter(filters, (field) => fieldOf(event, body, field)) === undefined;

/** Serialised once per event, here: every webhook and every attempt gets these bytes. */
export const matchAll = (
  events: readonly StoredEvent[],
  subscriptions: readonly Subscription[],
  instance: string,
): Match[] =>
  events.flatMap((event) => {
    const body = bodyOf(event, instance);
    const wanted = subscriptions.filter((subscription) => wants(subscription, event, body));
    if (wanted.length === 0) return [];
    return { event, body: JSON.stringify(body), webhookIds: wanted.map(({ id }) => id) };
  });
