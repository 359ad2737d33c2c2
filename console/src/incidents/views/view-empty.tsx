// Each view says in its own words why it is empty.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countsQuery } from '../../api/index.ts';
import type { ListEmptyText } from '../../lists/index.ts';
import { pick } from '../../search/index.ts';
import { incidentList } from '../list/incidents.list.ts';
import { searchOf, unassignedQuery } from './incident.views.ts';

const unassigned = { id: 'unassigned', name: 'Unassigned', query: unassignedQuery };

function UnassignedCount() {
  const { data } = useQuery(countsQuery(pick(unassignedQuery, incidentList.filters), ['state']));
  if (!data) return null;
  if (data.total === 0) return 'No incident is waiting for an assignee either.';
  return (
    <Link to="/incidents" search={searchOf(unassigned)}>
      {data.total === 1
        ? '1 incident is waiting in Unassigned'
        : `${data.total} incidents are waiting in Unassigned`}
    </Link>
  );
}

const texts: Readonly<Record<string, Omit<ListEmptyText, 'isOfFilters'>>> = {
  open: { title: 'Nothing is open', text: 'New incidents appear here as they are reported.' },
  mine: { title: 'Nothing is assigned to you', text: <UnassignedCount /> },
  unassigned: { title: 'Every open incident has an assignee', text: 'New incidents appear here.' },
  answered: {
    title: 'No requester waits for an answer',
    text: 'Incidents appear here when the last public note is by their requester.',
  },
  'at-risk': {
    title: 'No SLA is at risk',
    text: 'Incidents appear here when three quarters of their SLA time is used up.',
  },
  resolved: { title: 'Nothing is waiting to be closed', text: 'Resolved incidents appear here.' },
};

const none: ListEmptyText = {
  title: 'There are no incidents',
  text: 'Incidents appear here as soon as they are reported.',
};

/** The view is undefined for a list whose filters differ from those of a view. */
export function emptyOf(view: string | undefined): ListEmptyText {
  const text = view === undefined ? undefined : texts[view];
  return text ? { ...text, isOfFilters: true } : none;
}
