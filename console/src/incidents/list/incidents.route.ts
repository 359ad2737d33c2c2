// Without a query, the list shows the view where the person lands.
import { redirect } from '@tanstack/react-router';
import { meQuery, queryClient } from '../../api/index.ts';
import type { ListSearch } from '../../search/index.ts';
import { defaultView, searchOf } from '../views/incident.views.ts';
import { incidentList } from './incidents.list.ts';

export const readDefaultSearch = async (): Promise<ListSearch> =>
  searchOf(defaultView(await queryClient.ensureQueryData(meQuery)));

export const incidentsRoute = {
  ...incidentList.route,
  beforeLoad: async ({ search }: { search: ListSearch }) => {
    if (Object.keys(incidentList.queryOf(search)).length > 0) return;
    const found = { ...search, ...(await readDefaultSearch()) };
    throw redirect({ to: '/incidents', search: found, replace: true });
  },
};
