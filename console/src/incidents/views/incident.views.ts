// A view is a named query of incidents, which is written out in the URL.
import { isRequester, mayUse, type Me, type View } from '../../api/index.ts';
import { readWidths, writeWidths } from '../../lists/index.ts';
import { isSameQuery, type ListSearch } from '../../search/index.ts';
import { incidentList } from '../list/incidents.list.ts';
import { type IncidentView, viewsOf } from './built-in-views.ts';

export type { IncidentView };

/** The first view is the one where the person lands. A requester sees own incidents only, which have no teams. */
export const builtInViews = (me: Me): readonly [IncidentView, ...IncidentView[]] =>
  viewsOf({ email: me.email, groups: isRequester(me) ? [] : me.groups });

export const defaultView = (me: Me): IncidentView => builtInViews(me)[0];

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
