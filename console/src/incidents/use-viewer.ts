// Texts about an incident depend on who reads them.
import { useQuery } from '@tanstack/react-query';
import { choicesQuery, mayUse, meQuery } from '../api/index.ts';

/** A page that shows names passes those that it follows. */
export function useViewer(nameOf: (email: string) => string) {
  const { data: me } = useQuery(meQuery);
  const { data: choices } = useQuery(choicesQuery);
  return {
    me: me?.email ?? '',
    mayEdit: me !== undefined && mayUse(me, 'incidents.edit_all_fields'),
    nameOf,
    isMailed: choices?.requester_mail,
  };
}
