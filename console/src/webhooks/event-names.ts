// Forms and filters of webhooks offer the event types of the API, and paths into their data.
import { eventTypes } from '../api/index.ts';
import { ALL_EVENTS, coveredNames, groupEvents, typeOf } from './event-groups.ts';
import type { OwnField } from './own-names.ts';

export const eventGroups = groupEvents(eventTypes);

export const eventLabels: Readonly<Record<string, string>> = Object.fromEntries(
  eventTypes.map((name) => [name, name]),
);

/** Returns labels of the events that a webhook with these events sends. */
export const coveredLabels = (events: readonly string[]): Record<string, string> =>
  Object.fromEntries(coveredNames(events, eventTypes).map((name) => [name, name]));

const incidentPaths = [
  'incident.priority',
  'incident.state',
  'incident.category',
  'incident.assignment_group',
  'incident.assigned_to',
  'incident.ci_id',
  'incident.short_description',
];

const pathsOf: Readonly<Record<string, readonly string[]>> = {
  incident: incidentPaths,
  sla: incidentPaths,
  change: ['change.risk', 'change.type', 'change.state', 'change.short_description'],
  request: ['request.state', 'request.short_description'],
  ci: ['ci.class', 'ci.name', 'ci.status'],
  article: ['article.state', 'article.category', 'article.title'],
};

/** Returns the record types, and `sla`, of the events. */
export const typesOf = (events: readonly string[]): string[] =>
  events.includes(ALL_EVENTS) ? Object.keys(pathsOf) : [...new Set(events.map(typeOf))];

/** Returns the paths that are offered for filters; the service knows all of them. */
export const pathsFor = (events: readonly string[], own: readonly OwnField[] = []): string[] => [
  ...new Set([
    ...typesOf(events).flatMap((type) => pathsOf[type] ?? []),
    ...own.map(({ record_type: type, name }) => `${type}.${name}`),
    'actor',
    'event',
  ]),
];
