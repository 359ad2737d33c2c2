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

/** Each name that a group had has its present one. */
export type GroupNames = Readonly<Record<string, string>>;

const GROUP_FIELDS = new Set(['assignment_group', 'support_group']);

/** Events of ended records have an old name of their group, and so may filters. */
const presentGroup = <Value>(groups: GroupNames, value: Value): Value => {
  if (Array.isArray(value)) return value.map((one) => presentGroup(groups, one)) as Value;
  return typeof value === 'string' && Object.hasOwn(groups, value)
    ? (groups[value] as Value)
    : value;
};

const isSubscribed = (
  { events, filters }: Subscription,
  event: StoredEvent,
  body: object,
  groups: GroupNames,
): boolean =>
  coversType(events, event.type) &&
  failingFilter(filters, (field) => {
    const value = fieldOf(event, body, field);
    return GROUP_FIELDS.has(field) ? presentGroup(groups, value) : value;
  }) === undefined;

const withPresentGroups = (subscription: Subscription, groups: GroupNames): Subscription => ({
  ...subscription,
  filters: subscription.filters.map((one) =>
    GROUP_FIELDS.has(one.field) ? { ...one, value: presentGroup(groups, one.value) } : one,
  ),
});

/** Each event is serialised once, here: every webhook and every attempt gets these bytes. */
export const matchAll = (
  events: readonly StoredEvent[],
  subscriptions: readonly Subscription[],
  instance: string,
  groups: GroupNames = {},
): Match[] => {
  const resolved = subscriptions.map((one) => withPresentGroups(one, groups));
  return events.flatMap((event) => {
    const body = bodyOf(event, instance);
    const matching = resolved.filter((one) => isSubscribed(one, event, body, groups));
    if (matching.length === 0) return [];
    return { event, body: JSON.stringify(body), webhookIds: matching.map(({ id }) => id) };
  });
};
