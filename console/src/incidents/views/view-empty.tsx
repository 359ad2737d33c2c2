// The text of a view without incidents.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countsQuery } from '../../api/index.ts';
import type { ListEmptyText } from '../../lists/index.ts';
import { pick } from '../../search/index.ts';
import { incidentList } from '../list/incidents.list.ts';
import { searchOf, unassignedQuery } from './incident.views.ts';

const unassigned = { id: 'unassigned', name: 'Unassigned', query: unassignedQuery };

function Waiting() {
  const { data } = useQuery(countsQuery(pick(unassignedQuery, incidentList.filters), ['state']));
  if (!data) return null;
  if (data.total === 0) return 'None waits without an assignee either.';
  return (
    <Link to="/incidents" search={searchOf(unassigned)}>
      {data.total === 1 ? '1 waits in Unassigned' : `${data.total} wait in Unassigned`}
    </Link>
  );
}

const texts: Readonly<Record<string, Omit<ListEmptyText, 'isOfFilters'>>> = {
  open: { title: 'Nothing is open', text: 'New incidents appear here as they are reported.' },
  mine: { title: 'Nothing is assigned to you', text: <Waiting /> },
  unassigned: { title: 'Every open incident has an assignee', text: 'New ones appear here.' },
  'at-risk': {
    title: 'No SLA is at risk',
    text: 'Incidents appear here when three quarters of their time are used up.',
  },
  resolved: { title: 'Nothing is waiting to be closed', text: 'Resolved incidents appear here.' },
};

const none: ListEmptyText = {
  title: 'There are no incidents',
  text: 'They appear here as soon as one is reported.',
};

/** Pass undefined for a list whose filters differ from those of a view. */
export function emptyOf(view: string | undefined): ListEmptyText {
  const text = view === undefined ? undefined : texts[view];
  return text ? { ...text, isOfFilters: true } : none;
}
