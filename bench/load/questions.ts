// The list queries at scale: filters and sorts, in groups with a goal each.
interface Goal {
  ms: number;
  percentile: number;
}

export interface Question {
  name: string;
  goal: Goal;
  filters: Record<string, string>;
  q?: string;
  sort?: 'created_at' | 'updated_at' | 'priority';
  order?: 'asc' | 'desc';
}

const NEAR: Goal = { ms: 20, percentile: 99 };
const FAR: Goal = { ms: 60, percentile: 99 };
const SEARCH: Goal = { ms: 50, percentile: 95 };

const stateAndPriority = { state: 'closed', priority: 'P2' };

const singles: [name: string, filters: Record<string, string>][] = [
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
  ['a category nobody has', { category: 'astrology' }],
];

const searches: [name: string, q: string, filters?: Record<string, string>][] = [
  ['a word nobody wrote', 'xylophone'],
  ['a word in a fifth of them', 'berlin'],
  ['a word in one of twelve', 'password'],
  ['a word and a rarer one', 'berlin password'],
  ['a host in some eighty', 'srv-1a2b'],
  ['an id', 'INC0012345'],
  ['a common word in one category', 'berlin', { category: 'cloud' }],
  ['two words that never meet', 'xylophone berlin'],
];

export const questions: Question[] = [
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
];
