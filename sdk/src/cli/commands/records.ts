// The record types that the command line lists and shows.
import type {
  Article,
  ArticleSummary,
  Change,
  ChangeSummary,
  Ci,
  CiSummary,
  Incident,
  IncidentSummary,
  ListedSla,
  Signalbox,
} from '../../index.ts';
import type { OptionSpecs } from '../command.ts';
import type { Card } from '../terminal/card.ts';
import { paintDim, paintId, paintSla, paintValue } from '../terminal/paint.ts';
import type { Column } from '../terminal/table.ts';
import { spaced } from '../terminal/text.ts';
import { age, duration, largestUnit, localTime } from '../terminal/time.ts';
import { anyOf, filter, type ListSpec, timeFilter } from './lists.ts';

export const states = {
  incidents: ['new', 'in_progress', 'on_hold', 'resolved', 'closed', 'cancelled', 'reopened'],
  changes: [
    'draft',
    'submitted',
    'approved',
    'rejected',
    'scheduled',
    'implementing',
    'review',
    'closed',
    'cancelled',
  ],
  articles: ['draft', 'review', 'published', 'retired'],
} as const;
export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
const ciStatuses = [
  'operational',
  'degraded',
  'maintenance',
  'non_operational',
  'retired',
] as const;

export interface RecordKind<Row = never, Full = never> extends ListSpec<Row> {
  /** First word of its commands. */
  group: 'incidents' | 'changes' | 'cis' | 'articles';
  listOperation: string;
  getOperation: string;
  /** For examples. */
  exampleId: string;
  filters: OptionSpecs;
  sort: readonly string[];
  get: (client: Signalbox, id: string, options: { signal: AbortSignal }) => Promise<Full>;
  card: (record: Full) => Card;
  timeline: (client: Signalbox, id: string) => PromiseLike<{ data: readonly unknown[] }>;
}

interface Ided {
  id: string;
}

const idColumn: Column<Ided> = { title: 'ID', value: ({ id }) => id, paint: paintId };
const ageColumn = <Row>(title: string, timeOf: (row: Row) => string): Column<Row> => ({
  title,
  value: (row) => age(timeOf(row)),
  paint: paintDim,
  alignEnd: true,
  leaveOut: 4,
});
const at = (time: string | null | undefined): string | null => (time ? localTime(time) : null);

function slaText({
  state,
  breached,
  remaining_seconds: remaining,
}: Pick<ListedSla, 'state' | 'breached' | 'remaining_seconds'>): string {
  if (state === 'stopped') return breached ? 'breached' : 'met';
  if (breached) return `breached ${duration(-remaining)} ago`;
  return state === 'paused' ? `paused, ${duration(remaining)} left` : `${duration(remaining)} left`;
}

/** For a table. */
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
  listOperation: 'listIncidents',
  getOperation: 'getIncident',
  exampleId: 'INC0000042',
  filters: {
    search: filter('q', 'Words to search for', { value: 'words' }),
    state: anyOf('state', 'State', states.incidents),
    priority: anyOf('priority', 'Priority', priorities),
    group: anyOf('assignment_group', 'Assignment group'),
    'assigned-to': anyOf('assigned_to', 'E-mail address of the assignee'),
    'opened-by': anyOf('opened_by', 'E-mail address of the opener'),
    category: anyOf('category', 'Category'),
    ci: anyOf('ci_id', 'Configuration item'),
    'external-id': anyOf('external_id', 'Your own id'),
    without: anyOf('without', 'Fields that are empty', [
      'assigned_to',
      'assignment_group',
      'ci_id',
    ]),
    sla: anyOf('sla', 'State of the SLA clock', ['breached', 'at_risk', 'paused']),
    'created-after': timeFilter('created_after', 'Created after'),
    'created-before': timeFilter('created_before', 'Created before'),
    'updated-after': timeFilter('updated_after', 'Updated after'),
  },
  sort: ['created_at', 'priority', 'updated_at', 'sla_breach_at'],
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
    { title: 'STATE', value: ({ state }) => spaced(state), paint: paintValue },
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
      ['Opened by', one.opened_by],
      ['Category', [one.category, one.subcategory].filter(Boolean).join(' / ')],
      ['Impact, urgency', [one.impact, one.urgency].filter(Boolean).join(', ')],
      ['CI', one.ci ? `${one.ci.name} (${one.ci.id})` : one.ci_id],
      ['Change', one.change_id],
      ['External id', one.external_id],
      ['On hold', one.on_hold_reason && spaced(one.on_hold_reason)],
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
};

export const changes: RecordKind<ChangeSummary, Change> = {
  group: 'changes',
  one: 'change',
  many: 'changes',
  listOperation: 'listChanges',
  getOperation: 'getChange',
  exampleId: 'CHG0000007',
  filters: {
    search: filter('q', 'Words to search for', { value: 'words' }),
    state: anyOf('state', 'State', states.changes),
    type: anyOf('type', 'Type', ['normal', 'standard', 'emergency']),
    risk: anyOf('risk', 'Risk', ['low', 'medium', 'high']),
    group: anyOf('assignment_group', 'Assignment group'),
    'assigned-to': anyOf('assigned_to', 'E-mail address of the assignee'),
    ci: anyOf('ci_id', 'Configuration item'),
    'planned-after': timeFilter('planned_after', 'The planned window begins after'),
    'planned-before': timeFilter('planned_before', 'The planned window begins before'),
  },
  sort: ['created_at', 'updated_at'],
  pages: (client, query, options) => client.changes.list(query, options),
  get: (client, id, options) => client.changes.get(id, options),
  timeline: (client, id) => client.changes.listTimeline(id, { limit: 6 }),
  columns: [
    idColumn,
    { title: 'TYPE', value: ({ type }) => type, leaveOut: 2 },
    { title: 'RISK', value: ({ risk }) => risk, paint: paintValue },
    { title: 'STATE', value: ({ state }) => state, paint: paintValue },
    { title: 'PLANNED', value: (row) => at(row.planned_start_at), leaveOut: 1 },
    {
      title: 'ASSIGNED TO',
      value: (row) => row.assigned_to ?? row.assignment_group,
      minWidth: 12,
      leaveOut: 3,
    },
    { title: 'SUMMARY', value: (row) => row.short_description, minWidth: 24 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [one.type, `${one.risk} risk`, one.state],
    title: one.short_description,
    fields: [
      ['Assigned to', one.assigned_to],
      ['Group', one.assignment_group],
      ['Requested by', one.requested_by],
      [
        'Planned',
        one.planned_start_at &&
          `${localTime(one.planned_start_at)} to ${at(one.planned_end_at) ?? 'open'}`,
      ],
      ['CIs', one.ci_ids.join(', ')],
      ['Incidents', one.incident_ids.join(', ')],
      [
        'Approvals',
        one.approvals.map(({ approver, decision }) => `${approver} ${decision}`).join(', '),
      ],
      ['Conflicts', one.conflicts.length || null],
      ['Created', at(one.created_at)],
      ['Next states', one.allowed_transitions.join(', ')],
      ['Version', one.version],
    ],
    texts: [
      ['Description', one.description],
      ['Implementation plan', one.implementation_plan],
      ['Backout plan', one.backout_plan],
      ['Test plan', one.test_plan],
    ],
  }),
};

export const cis: RecordKind<CiSummary, Ci> = {
  group: 'cis',
  one: 'configuration item',
  many: 'configuration items',
  listOperation: 'listCis',
  getOperation: 'getCi',
  exampleId: 'CI120',
  filters: {
    search: filter('q', 'Words to search for', { value: 'words' }),
    class: anyOf('class', 'Class'),
    status: anyOf('status', 'Status', ciStatuses),
    environment: anyOf('environment', 'Environment'),
    owner: anyOf('owner', 'E-mail address of the owner'),
    group: anyOf('support_group', 'Support group'),
    'updated-after': timeFilter('updated_after', 'Updated after'),
  },
  sort: ['created_at', 'updated_at'],
  pages: (client, query, options) => client.cis.list(query, options),
  get: (client, id, options) => client.cis.get(id, options),
  timeline: (client, id) => client.cis.listTimeline(id, { limit: 6 }),
  columns: [
    idColumn,
    { title: 'NAME', value: ({ name }) => name, minWidth: 16 },
    { title: 'CLASS', value: (row) => row.class, minWidth: 8 },
    { title: 'STATUS', value: ({ status }) => spaced(status), paint: paintValue },
    { title: 'ENVIRONMENT', value: ({ environment }) => environment, minWidth: 8, leaveOut: 2 },
    {
      title: 'CRITICALITY',
      value: ({ criticality }) => criticality,
      paint: paintValue,
      leaveOut: 3,
    },
    { title: 'OWNER', value: (row) => row.owner ?? row.support_group, minWidth: 12, leaveOut: 1 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [one.class, one.status],
    title: one.name,
    fields: [
      ['Environment', one.environment],
      ['Criticality', one.criticality],
      ['Owner', one.owner],
      ['Support group', one.support_group],
      ['Address', one.ip_address],
      ['Domain name', one.fqdn],
      ['Serial number', one.serial_number],
      ['Location', one.location],
      [
        'Discovered',
        one.last_discovered_at &&
          `${localTime(one.last_discovered_at)} by ${one.discovery_source ?? 'unknown'}`,
      ],
      ['Relations', one.relations.map(({ type, ci_id: id }) => `${spaced(type)} ${id}`).join(', ')],
      ['Created', at(one.created_at)],
      ['Updated', at(one.updated_at)],
      ['Version', one.version],
      ...Object.entries(one.attributes).map(
        ([name, value]) =>
          [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
      ),
    ],
  }),
};

export const articles: RecordKind<ArticleSummary, Article> = {
  group: 'articles',
  one: 'article',
  many: 'articles',
  listOperation: 'listArticles',
  getOperation: 'getArticle',
  exampleId: 'KB0000003',
  filters: {
    search: filter('q', 'Words or a question; the best match comes first', { value: 'words' }),
    state: anyOf('state', 'State', states.articles),
    category: anyOf('category', 'Category'),
    tag: anyOf('tag', 'Tag'),
    language: anyOf('language', 'Language'),
    author: anyOf('author', 'E-mail address of the author'),
    'updated-after': timeFilter('updated_after', 'Updated after'),
  },
  sort: ['created_at', 'updated_at'],
  pages: (client, query, options) => client.articles.list(query, options),
  get: (client, id, options) => client.articles.get(id, {}, options),
  timeline: (client, id) => client.articles.listTimeline(id, { limit: 6 }),
  columns: [
    idColumn,
    { title: 'STATE', value: ({ state }) => state, paint: paintValue },
    { title: 'CATEGORY', value: ({ category }) => category, minWidth: 8, leaveOut: 2 },
    { title: 'HELPFUL', value: (row) => row.helpful_count, alignEnd: true, leaveOut: 3 },
    ageColumn('UPDATED', (row) => row.updated_at),
    { title: 'TITLE', value: ({ title }) => title, minWidth: 24 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [one.state, one.language],
    title: one.title,
    fields: [
      ['Category', one.category],
      ['Tags', one.tags.join(', ')],
      ['Author', one.author],
      ['Helpful', one.helpful_count],
      ['Views', one.view_count],
      ['Updated', at(one.updated_at)],
      ['Version', one.version],
    ],
    texts: [
      ['Summary', one.summary],
      ['Text', one.body],
    ],
  }),
};
