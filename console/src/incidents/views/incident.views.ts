// The views that everybody has. Their queries are written out in the URL, like those of saved views.
import { mayUse, type Me, openStates, type View } from '../../api/index.ts';
import { readWidths, writeWidths } from '../../lists/index.ts';
import { isSameQuery, type ListQuery, type ListSearch } from '../../search/index.ts';
import { incidentList } from '../list/incidents.list.ts';

export interface IncidentView {
  id: string;
  name: string;
  query: ListQuery;
  /** Fields of the list; absent or empty for the columns that are shown without a choice. */
  columns?: readonly string[];
  /** In pixels, by field. */
  column_widths?: Readonly<Record<string, number>>;
}

/** The URL of a view, written out in full. */
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

/** Whether the URL shows another list than the view, other columns, or other widths. */
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

/** Owners manage their views, managers also those that are shared. */
export const mayManage = (me: Me, { owner, audience }: View): boolean =>
  owner === me.email || (audience !== 'me' && mayUse(me, 'views.share'));

const GROUP = 'group:';

/** The audience of a view as one value of a choice. */
export const audienceOf = ({ audience, group }: View): string =>
  audience === 'group' ? `${GROUP}${group ?? ''}` : audience;

export const readAudience = (value: string): Pick<View, 'audience' | 'group'> =>
  value.startsWith(GROUP)
    ? { audience: 'group', group: value.slice(GROUP.length) }
    : { audience: value === 'everyone' ? 'everyone' : 'me', group: null };

/** The audiences to choose from, with the current one, which someone else may have set. */
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
