// Each group of list queries, by filters and sorts, has its own goal.
interface Goal {
  ms: number;
  percentile: number;
}

type Filters = Record<string, string>;

export interface Question {
  name: string;
  goal: Goal;
  filters: Filters;
  /** The response of a path other than that of the list has no pages. */
  path?: '/incidents/counts' | '/incidents/stats';
  q?: string;
  /** A requester with this address reads its own incidents. */
  requester?: string;
  sort?: 'created_at' | 'updated_at' | 'priority' | 'sla_breach_at';
  order?: 'asc' | 'desc';
}

const NEAR: Goal = { ms: 20, percentile: 99 };
const FAR: Goal = { ms: 60, percentile: 99 };
const TRIAGE: Goal = { ms: 30, percentile: 99 };
const AGGREGATES: Goal = { ms: 60, percentile: 99 };
const SEARCH: Goal = { ms: 50, percentile: 95 };

const OPEN = 'new,in_progress,on_hold,reopened';

const stateAndPriority = { state: 'closed', priority: 'P2' };

const singles: [name: string, filters: Filters][] = [
  ['a state most have', { state: 'closed' }],
  ['a state few have', { state: 'reopened' }],
  ['a priority', { priority: 'P1' }],
  ['a frequent category', { category: 'software' }],
  ['a rare category', { category: 'facilities' }],
  ['a large group', { assignment_group: 'Web Platform 1' }],
  ['a small group', { assignment_group: 'Service Desk 8' }],
  ['a busy assignee', { assigned_to: 'agent-1@example.com' }],
  ['a quiet assignee', { assigned_to: 'agent-390@example.com' }],
  ['an opener', { opened_by: 'person-777@example.com' }],
  ['a requester', { requester: 'person-777@example.com' }],
  ['the last reply of a requester', { last_reply: 'requester', state: OPEN }],
  ['a category nobody has', { category: 'astrology' }],
];

const searches: [name: string, q: string, filters?: Filters][] = [
  ['a word nobody wrote', 'xylophone'],
  ['a word in a fifth of them', 'berlin'],
  ['a word in one of twelve', 'password'],
  ['a word and a rarer one', 'berlin password'],
  ['a host in some eighty', 'srv-1a2b'],
  ['an id', 'INC0012345'],
  ['a common word in one category', 'berlin', { category: 'cloud' }],
  ['two words that never occur together', 'xylophone berlin'],
];

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const queues: [name: string, filters: Filters][] = [
  ['without an assignee', { without: 'assigned_to' }],
  ['new without an assignee', { without: 'assigned_to', state: 'new' }],
  ['without a group', { without: 'assignment_group' }],
  ['without a configuration item', { without: 'ci_id' }],
  ['without an assignee or a configuration item', { without: 'assigned_to,ci_id' }],
  ['breached', { sla: 'breached' }],
  ['breached and open', { sla: 'breached', state: OPEN }],
  ['breached of a group', { sla: 'breached', assignment_group: 'Web Platform 1' }],
  ['at risk', { sla: 'at_risk' }],
  ['paused', { sla: 'paused' }],
  ['resolved in the last week', { resolved_after: daysAgo(7) }],
  ['resolved in the last year', { resolved_after: daysAgo(365) }],
  ['resolved two years ago', { resolved_before: daysAgo(730) }],
  ['resolved in one month', { resolved_after: daysAgo(430), resolved_before: daysAgo(400) }],
];

const byBreach: [name: string, filters: Filters][] = [
  ['all', {}],
  ['a state', { state: 'in_progress' }],
  ['a priority', { priority: 'P1' }],
  ['a large group', { assignment_group: 'Web Platform 1' }],
  ['a small group', { assignment_group: 'Service Desk 8' }],
  ['a busy assignee', { assigned_to: 'agent-1@example.com' }],
  ['a rare category', { category: 'facilities' }],
  ['breached', { sla: 'breached' }],
];

const inBothOrders = (question: Question): Question[] => [
  { ...question, order: 'desc' },
  { ...question, name: `${question.name}, ascending`, order: 'asc' },
];

const triageQuestions: Question[] = [
  ...queues.map(([name, filters]) => ({ name, goal: TRIAGE, filters })),
  ...byBreach.map(([name, filters]) => ({
    name: `${name} by breach`,
    goal: TRIAGE,
    filters,
    sort: 'sla_breach_at' as const,
  })),
].flatMap(inBothOrders);

const allFacets = { by: 'state,priority,assignment_group,assigned_to,category' };
const aggregated: [name: string, filters: Filters][] = [
  ['all', {}],
  ['a state and a priority', stateAndPriority],
  ['a frequent category', { category: 'software' }],
  ['a large group', { assignment_group: 'Web Platform 1' }],
];
const charts: [name: string, filters: Filters][] = [
  ['30 days', {}],
  ['400 days', { from: daysAgo(399) }],
  ['140 weeks', { from: daysAgo(980), interval: 'week' }],
];

const aggregateQuestions: Question[] = [
  ...aggregated.map(([name, filters]) => ({
    name: `counts of ${name}`,
    filters: { ...allFacets, ...filters },
    path: '/incidents/counts' as const,
  })),
  {
    name: 'counts of a busy assignee',
    filters: {
      by: 'state,priority',
      assigned_to: 'agent-1@example.com',
    },
    path: '/incidents/counts' as const,
  },
  {
    name: 'counts between two times',
    filters: { by: 'state,priority,category', created_after: daysAgo(300.5) },
    path: '/incidents/counts' as const,
  },
  ...charts.flatMap(([period, range]) =>
    [
      ...aggregated.filter(([, { state }]) => !state),
      ['a priority', { priority: 'P2' }] as const,
      [
        'a group and a category',
        { assignment_group: 'Web Platform 1', category: 'software' },
      ] as const,
    ].map(([name, filters]) => ({
      name: `stats of ${name}, ${period}`,
      filters: { ...range, ...filters },
      path: '/incidents/stats' as const,
    })),
  ),
].map((question) => ({ ...question, goal: AGGREGATES }));

const myTeams = { assignment_group: 'Web Platform 1,Network 1,Databases 1', state: OPEN };

/** An agent begins the day with the open incidents of their teams: those that breach first, and how many there are. */
const teamQuestions: Question[] = [
  { name: 'my teams by breach', filters: myTeams, sort: 'sla_breach_at' as const },
  {
    name: 'my teams by breach, without an assignee',
    filters: { ...myTeams, without: 'assigned_to' },
    sort: 'sla_breach_at' as const,
  },
  ...['', 'breached', 'paused'].map((sla) => ({
    name: `counts of my teams ${sla}`.trim(),
    filters: { by: 'state', ...myTeams, ...(sla && { sla }) },
    path: '/incidents/counts' as const,
  })),
].map((question) => ({ ...question, goal: NEAR, order: 'asc' as const }));

/** The second has the most incidents of all people: some hundred thousand of five million. */
const people = { 'a requester': 'person-9000@example.com', 'the busiest': 'person-1@example.com' };

const own: Omit<Question, 'goal' | 'requester'>[] = [
  { name: 'all', filters: {} },
  { name: 'open', filters: { state: OPEN } },
  { name: 'closed', filters: { state: 'closed' } },
  { name: 'updated last', filters: {}, sort: 'updated_at' },
  { name: 'open, updated last', filters: { state: OPEN }, sort: 'updated_at' },
  { name: 'with a state and a priority', filters: stateAndPriority },
  { name: 'counts', filters: { by: 'state,priority' }, path: '/incidents/counts' },
];

const ownQuestions: Question[] = Object.entries(people).flatMap(([person, requester]) =>
  own.map((question) => ({
    ...question,
    name: `own of ${person}: ${question.name}`,
    goal: NEAR,
    requester,
  })),
);

export const questions: Question[] = [
  ...ownQuestions,
  { name: 'no filter', goal: NEAR, filters: {} },
  ...singles.map(([name, filters]) => ({ name, goal: NEAR, filters })),
  ...singles
    .filter(([, filters]) => !('state' in filters) && !('priority' in filters))
    .map(([name, filters]) => ({
      name: `${name}, with state and priority`,
      goal: NEAR,
      filters: { ...filters, ...stateAndPriority },
    })),
  {
    name: 'category and group',
    goal: FAR,
    filters: { category: 'email', assignment_group: 'Network 3' },
  },
  {
    name: 'group and assignee, frequent',
    goal: FAR,
    filters: { assignment_group: 'Web Platform 1', assigned_to: 'agent-1@example.com' },
  },
  {
    name: 'group and assignee, rare',
    goal: FAR,
    filters: { assignment_group: 'Service Desk 8', assigned_to: 'agent-390@example.com' },
  },
  { name: 'a configuration item', goal: FAR, filters: { ci_id: 'CI4711' } },
  {
    name: 'a category between two times',
    goal: FAR,
    filters: {
      category: 'access',
      created_after: '2025-01-01T12:00:00Z',
      created_before: '2026-06-30T12:00:00Z',
    },
  },
  { name: 'sorted by updated_at', goal: FAR, filters: {}, sort: 'updated_at' },
  {
    name: 'sorted by updated_at, oldest first',
    goal: FAR,
    filters: {},
    sort: 'updated_at',
    order: 'asc',
  },
  {
    name: 'sorted by priority, P1 first',
    goal: FAR,
    filters: {},
    sort: 'priority',
    order: 'asc',
  },
  {
    name: 'a category sorted by priority',
    goal: FAR,
    filters: { category: 'cloud' },
    sort: 'priority',
    order: 'asc',
  },
  {
    name: 'a state sorted by updated_at',
    goal: FAR,
    filters: { state: 'on_hold' },
    sort: 'updated_at',
  },
  ...searches.map(([name, q, filters = {}]) => ({
    name: `search: ${name}`,
    goal: SEARCH,
    filters,
    q,
  })),
  ...teamQuestions,
  ...triageQuestions,
  ...aggregateQuestions,
];
