// Everybody has these views; people who belong to groups begin with the work of their teams.
import type { ListQuery } from '../../search/index.ts';
import { openStates } from '../../words/index.ts';

export interface IncidentView {
  id: string;
  name: string;
  query: ListQuery;
  /** The list shows its default columns if these fields are absent or empty. */
  columns?: readonly string[];
  /** Widths are in pixels, by field. */
  column_widths?: Readonly<Record<string, number>>;
}

interface Reader {
  email: string;
  groups: readonly string[];
}

const OPEN = openStates.join();
/** Duplicates are worked on with their leader. */
const byBreach = { sort: 'sla_breach_at', order: 'asc', without: 'merged_into' };
const unassigned = { ...byBreach, without: 'assigned_to,merged_into' };

/** The service takes at most 50 values of a filter; the URL must also pass through proxies. */
const MAX_GROUPS = 50;
const MAX_LENGTH = 1500;

/** Returns the groups that one filter can name, in the order of their names. A comma would separate two values. */
export function namedGroups(groups: readonly string[]): string[] {
  let length = 0;
  return groups
    .filter((name) => !name.includes(','))
    .toSorted((one, other) => one.localeCompare(other))
    .slice(0, MAX_GROUPS)
    .filter((name) => (length += encodeURIComponent(name).length + 1) <= MAX_LENGTH);
}

const openView: IncidentView = {
  id: 'open',
  name: 'Open',
  query: { state: OPEN, ...byBreach },
};

const unassignedView: IncidentView = {
  id: 'unassigned',
  name: 'Unassigned',
  query: { state: OPEN, ...unassigned },
};

function teamViews({ groups }: Reader): IncidentView[] {
  const named = namedGroups(groups);
  if (named.length === 0) return [];
  const ofTeams: ListQuery = { state: OPEN, assignment_group: named.join() };
  const part = named.length < groups.length ? ` (${named.length} of ${groups.length})` : '';
  return [
    { id: 'teams', name: `My teams${part}`, query: { ...ofTeams, ...byBreach } },
    {
      id: 'teams-unassigned',
      name: `Unassigned in my teams${part}`,
      query: { ...ofTeams, ...unassigned },
    },
  ];
}

const personalViews = (email: string): IncidentView[] => [
  { id: 'mine', name: 'Assigned to me', query: { state: OPEN, assigned_to: email, ...byBreach } },
  {
    id: 'answered',
    name: 'They answered',
    query: { state: OPEN, last_reply: 'requester', ...byBreach },
  },
  {
    id: 'at-risk',
    name: 'SLA at risk',
    query: { state: OPEN, sla: 'at_risk,breached', ...byBreach },
  },
];

const endedViews: readonly IncidentView[] = [
  {
    id: 'resolved',
    name: 'Resolved',
    query: { state: 'resolved', sort: 'updated_at', order: 'desc', without: 'merged_into' },
  },
  { id: 'all', name: 'All', query: { sort: 'created_at', order: 'desc' } },
];

/** The first view is the one where the person lands. */
export function viewsOf(reader: Reader): readonly [IncidentView, ...IncidentView[]] {
  const [first, ...others] = teamViews(reader);
  const rest = [...personalViews(reader.email), openView, unassignedView, ...endedViews];
  if (first) return [first, ...others, ...rest];
  return [openView, ...rest.filter((view) => view !== openView)];
}
