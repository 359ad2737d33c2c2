import type { Incident, IncidentSummary, ListedSla } from '../../../index.ts';
import { paintSla, paintValue } from '../../terminal/paint.ts';
import { withSpaces } from '../../terminal/text.ts';
import { duration, largestUnit, localTime } from '../../terminal/time.ts';
import { anyOf, filter, timeFilter } from '../lists.ts';
import { priorities } from './fields.ts';
import { incidentStates } from './incidents.states.ts';
import { incidentWrites } from './incidents.writes.ts';
import { ageColumn, at, idColumn, type RecordKind } from './record-kind.ts';

function slaText({
  state,
  breached,
  remaining_seconds: remaining,
}: Pick<ListedSla, 'state' | 'breached' | 'remaining_seconds'>): string {
  if (state === 'stopped') return breached ? 'breached' : 'met';
  if (breached) return `breached ${duration(-remaining)} ago`;
  return state === 'paused' ? `paused, ${duration(remaining)} left` : `${duration(remaining)} left`;
}

/** The text fits a column of a table. */
function shortSla({ state, breached, remaining_seconds: remaining }: ListedSla): string {
  if (state === 'stopped') return breached ? 'breached' : 'met';
  if (breached) return 'breached';
  return state === 'paused' ? 'paused' : `${largestUnit(remaining)} left`;
}

type IncidentRow = IncidentSummary & { sla: ListedSla };

export const incidents: RecordKind<IncidentRow, Incident> = {
  group: 'incidents',
  one: 'incident',
  many: 'incidents',
  customType: 'incident',
  listOperation: 'listIncidents',
  getOperation: 'getIncident',
  exampleId: 'INC0000042',
  filters: {
    search: filter('q', 'Words to search for', { value: 'words' }),
    state: anyOf('state', 'State', incidentStates),
    priority: anyOf('priority', 'Priority', priorities),
    group: anyOf('assignment_group', 'Assignment group'),
    'assigned-to': anyOf('assigned_to', 'E-mail address of the assignee'),
    'opened-by': anyOf('opened_by', 'E-mail address of the opener'),
    requester: anyOf('requester', 'E-mail address of the requester'),
    category: anyOf('category', 'Category'),
    ci: anyOf('ci_id', 'Configuration item'),
    'external-id': anyOf('external_id', 'Your own id'),
    without: anyOf('without', 'Fields that are empty', [
      'assigned_to',
      'assignment_group',
      'ci_id',
      'merged_into',
    ]),
    sla: anyOf('sla', 'State of the SLA clock', ['breached', 'at_risk', 'paused']),
    'created-after': timeFilter('created_after', 'Created after'),
    'created-before': timeFilter('created_before', 'Created before'),
    'updated-after': timeFilter('updated_after', 'Updated after'),
  },
  sort: ['created_at', 'priority', 'updated_at', 'sla_breach_at', 'next_target_at', 'resolved_at'],
  tableFields: [
    'short_description',
    'priority',
    'state',
    'assigned_to',
    'assignment_group',
    'created_at',
    'sla',
  ],
  pages: (client, query, options) => client.incidents.list(query, options),
  get: (client, id, options) => client.incidents.get(id, {}, options),
  timeline: (client, id) => client.incidents.listTimeline(id, { limit: 6 }),
  columns: [
    idColumn,
    { title: 'PRI', value: ({ priority }) => priority, paint: paintValue },
    { title: 'STATE', value: ({ state }) => withSpaces(state), paint: paintValue },
    {
      title: 'ASSIGNED TO',
      value: (row) => row.assigned_to ?? row.assignment_group,
      minWidth: 12,
      leaveOut: 3,
    },
    { title: 'SLA', value: ({ sla }) => shortSla(sla), paint: paintSla, leaveOut: 1 },
    ageColumn('AGE', (row) => row.created_at),
    { title: 'SUMMARY', value: (row) => row.short_description, minWidth: 24 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [one.priority, one.state],
    title: one.short_description,
    fields: [
      ['Assigned to', one.assigned_to],
      ['Group', one.assignment_group],
      ['Requester', one.requester],
      ['Opened by', one.opened_by],
      ['Category', [one.category, one.subcategory].filter(Boolean).join(' / ')],
      ['Impact, urgency', [one.impact, one.urgency].filter(Boolean).join(', ')],
      ['CI', one.ci ? `${one.ci.name} (${one.ci.id})` : one.ci_id],
      ['Change', one.change_id],
      ['External id', one.external_id],
      ['On hold', one.on_hold_reason && withSpaces(one.on_hold_reason)],
      ['On hold until', one.on_hold_until && at(one.on_hold_until)],
      [
        'SLA',
        `${slaText(one.sla)} (target ${duration(one.sla.target_seconds)}, breach at ${localTime(one.sla.breach_at)})`,
      ],
      ['Created', at(one.created_at)],
      ['Updated', at(one.updated_at)],
      ['Next states', one.allowed_transitions.join(', ')],
      ['Version', one.version],
    ],
    texts: [
      ['Description', one.description],
      ['Resolution', one.resolution],
      ['Suggested resolution', one.ai_suggested_resolution],
    ],
  }),
  writes: incidentWrites,
};
