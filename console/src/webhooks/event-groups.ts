// Event types are grouped by the first word of their names, which is the record type or `sla`. A webhook sends single
// types, all of one record type (`incident.*`), or all (`*`).

export interface EventGroup {
  type: string;
  label: string;
  events: readonly { name: string; meaning: string | undefined }[];
}

const labels: Readonly<Record<string, string>> = {
  incident: 'Incidents',
  sla: 'SLA',
  change: 'Changes',
  request: 'Requests',
  ci: 'Configuration items',
  article: 'Articles',
};

/** The last part of a name means the same for every record type. */
const meanings: Readonly<Record<string, string>> = {
  created: 'A new record',
  updated: 'Any field changes',
  deleted: 'The record is deleted',
  note_added: 'A public note or a note for the team is added',
  resolved: 'The state becomes resolved',
  priority_changed: 'The priority changes',
  submitted: 'Submitted for a decision',
  approved: 'Approved',
  rejected: 'Rejected',
  discovered: 'Discovery finds a new item',
  breach_warning: '75 % of the SLA time is used',
  breached: 'The SLA target is missed',
  target_warning: '75 % of the time to respond or to update is used',
  target_breached: 'A response or an update is late',
};

export const ALL_EVENTS = '*';
export const typeOf = (name: string): string => name.split('.', 1)[0] ?? name;
export const allOf = (type: string): string => `${type}.*`;

const labelOf = (type: string): string =>
  labels[type] ?? type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ');

/** Groups are in the order in which the API lists their first events. */
export const groupEvents = (names: readonly string[]): EventGroup[] =>
  [...Map.groupBy(names, typeOf)].map(([type, ofType]) => ({
    type,
    label: labelOf(type),
    events: ofType.map((name) => ({ name, meaning: meanings[name.slice(type.length + 1)] })),
  }));

export type EventScope = 'all' | 'type' | 'single';

/** A wildcard stands alone. */
export function scopeOf([first = '']: readonly string[]): EventScope {
  if (first === ALL_EVENTS) return 'all';
  return first.endsWith('.*') ? 'type' : 'single';
}

/** Returns the names that the events of a webhook cover, in the order of the API. */
export const coveredNames = (events: readonly string[], names: readonly string[]): string[] =>
  names.filter((name) =>
    [ALL_EVENTS, allOf(typeOf(name)), name].some((pattern) => events.includes(pattern)),
  );

/** Returns a text such as "incident.*" or "3 types". */
export const eventsText = (events: readonly string[]): string => {
  const [first = ''] = events;
  if (first === ALL_EVENTS) return `All events (${ALL_EVENTS})`;
  return events.length === 1 ? first : `${events.length} types`;
};
