// Everybody has these views. Their queries are written out in the URL, like those of saved views.
import { mayUse, type Me, openStates, type View } from '../../api/index.ts';
import { readWidths, writeWidths } from '../../lists/index.ts';
import { isSameQuery, type ListQuery, type ListSearch } from '../../search/index.ts';
import { incidentList } from '../list/incidents.list.ts';

export interface IncidentView {
  id: string;
  name: string;
  query: ListQuery;
  /** The list shows its default columns if these fields are absent or empty. */
  columns?: readonly string[];
  /** Widths are in pixels, by field. */
  column_widths?: Readonly<Record<string, number>>;
}

/** Returns the search parameters of a view, written out in full. */
export const searchOf = ({
  id,
  query,
  columns = [],
  column_widths = {},
}: IncidentView): ListSearch => {
  const widths = writeWidths(column_widths);
  return {
    ...query,
    ...(columns.length > 0 && { cols: columns.join(',') }),
    ...(widths !== undefined && { widths }),
    view: id,
  };
};

/** Tells whether the URL shows other rows, columns or widths than the view. */
export const isViewChanged = (view: IncidentView | undefined, search: ListSearch): boolean =>
  !view ||
  !isSameQuery(view.query, incidentList.queryOf(search)) ||
  (view.columns ?? []).join() !== (search['cols'] ?? '') ||
  writeWidths(view.column_widths ?? {}) !== writeWidths(readWidths(search['widths']));

const OPEN = openStates.join();
const byBreach = { sort: 'sla_breach_at', order: 'asc' };

export const defaultView: IncidentView = {
  id: 'open',
  name: 'Open',
  query: { state: OPEN, ...byBreach },
};

export const unassignedQuery: ListQuery = { state: OPEN, without: 'assigned_to', ...byBreach };

export const builtInViews = (email: string): readonly IncidentView[] => [
  defaultView,
  { id: 'mine', name: 'Assigned to me', query: { state: OPEN, assigned_to: email, ...byBreach } },
  { id: 'unassigned', name: 'Unassigned', query: unassignedQuery },
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
  {
    id: 'resolved',
    name: 'Resolved',
    query: { state: 'resolved', sort: 'updated_at', order: 'desc' },
  },
  { id: 'all', name: 'All', query: { sort: 'created_at', order: 'desc' } },
];

/** Owners manage their own views; managers also manage shared ones. */
export const mayManage = (me: Me, { owner, audience }: View): boolean =>
  owner === me.email || (audience !== 'me' && mayUse(me, 'views.share'));

const GROUP = 'group:';

/** Returns the audience of a view as a value of a select field. */
export const audienceOf = ({ audience, group }: View): string =>
  audience === 'group' ? `${GROUP}${group ?? ''}` : audience;

export const readAudience = (value: string): Pick<View, 'audience' | 'group'> =>
  value.startsWith(GROUP)
    ? { audience: 'group', group: value.slice(GROUP.length) }
    : { audience: value === 'everyone' ? 'everyone' : 'me', group: null };

/** Offers the current audience as well, which someone else may have set. */
export function audiencesFor(
  view: View,
  mayShareWithAll: boolean,
  groups: readonly string[],
): Readonly<Record<string, string>> {
  const current = readAudience(audienceOf(view));
  const names = new Set([...(current.group === null ? [] : [current.group]), ...groups]);
  return {
    me: 'Only me',
    ...Object.fromEntries([...names].map((name) => [`${GROUP}${name}`, `Group: ${name}`])),
    ...((mayShareWithAll || current.audience === 'everyone') && { everyone: 'Everyone' }),
  };
}
