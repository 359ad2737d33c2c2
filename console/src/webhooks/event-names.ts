// The event types of outbound webhooks are grouped by record type.
import type { EventName } from '../api/index.ts';

interface EventGroup {
  label: string;
  events: readonly { name: EventName; meaning: string }[];
}

export const eventGroups: readonly EventGroup[] = [
  {
    label: 'Incidents',
    events: [
      { name: 'incident.created', meaning: 'A new incident' },
      { name: 'incident.updated', meaning: 'Any field changes' },
      { name: 'incident.resolved', meaning: 'The state becomes resolved' },
      { name: 'incident.priority_changed', meaning: 'The priority changes' },
      { name: 'sla.breach_warning', meaning: '75 % of the SLA time is used' },
      { name: 'sla.breached', meaning: 'The SLA target is missed' },
    ],
  },
  {
    label: 'Changes',
    events: [
      { name: 'change.submitted', meaning: 'Submitted for review' },
      { name: 'change.approved', meaning: 'Approved by the board' },
      { name: 'change.rejected', meaning: 'Rejected by the board' },
    ],
  },
  {
    label: 'Requests',
    events: [
      { name: 'request.submitted', meaning: 'A service request is submitted' },
      { name: 'request.approved', meaning: 'A service request is approved' },
    ],
  },
  {
    label: 'Configuration items',
    events: [{ name: 'ci.discovered', meaning: 'Discovery finds a new item' }],
  },
];

const names = eventGroups.flatMap(({ events }) => events.map(({ name }) => name));

export const eventLabels: Readonly<Record<string, string>> = Object.fromEntries(
  names.map((name) => [name, name]),
);

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
  ci: ['ci.class', 'ci.name', 'ci.state'],
};

/** Returns the paths that are offered for filters; the service knows all of them. */
export const pathsFor = (events: readonly EventName[]): string[] => [
  ...new Set([
    ...events.flatMap((name) => pathsOf[name.split('.', 1)[0] ?? ''] ?? []),
    'actor',
    'event',
  ]),
];
