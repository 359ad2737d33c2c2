// Without a query, the list shows the default view.
import { redirect } from '@tanstack/react-router';
import type { ListSearch } from '../../search/index.ts';
import { defaultView, searchOf } from '../views/incident.views.ts';
import { incidentList } from './incidents.list.ts';

export const defaultSearch = searchOf(defaultView);

export const incidentsRoute = {
  ...incidentList.route,
  beforeLoad: ({ search }: { search: ListSearch }) => {
    if (Object.keys(incidentList.queryOf(search)).length === 0)
      throw redirect({ to: '/incidents', search: { ...search, ...defaultSearch }, replace: true });
  },
};
