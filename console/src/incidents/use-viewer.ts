// Texts about an incident depend on who reads them.
import { useQuery } from '@tanstack/react-query';
import { mayUse, meQuery } from '../api/index.ts';

/** A page that shows names passes those that it follows. */
export function useViewer(nameOf: (email: string) => string) {
  const { data: me } = useQuery(meQuery);
  return {
    me: me?.email ?? '',
    mayEdit: me !== undefined && mayUse(me, 'incidents.edit_all_fields'),
    nameOf,
  };
}
