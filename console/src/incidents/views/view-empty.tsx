// Each view says in its own words why it is empty.
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countsQuery } from '../../api/index.ts';
import type { ListEmptyText } from '../../lists/index.ts';
import { incidentList } from '../list/incidents.list.ts';
import { type IncidentView, searchOf } from './incident.views.ts';

const plural = (total: number): string =>
  total === 1 ? '1 incident is waiting' : `${total} incidents are waiting`;

/** Leads to the first of these views in which something waits. */
function NextPlace({ views }: { views: readonly IncidentView[] }) {
  const counts = useQueries({
    queries: views.map(({ query }) => countsQuery(incidentList.filtersOf(query), ['state'])),
  });
  if (counts.some(({ data }) => data === undefined)) return null;
  const totals = counts.map(({ data }) => data?.total ?? 0);
  const place = views.find((_view, index) => (totals[index] ?? 0) > 0);
  if (!place) return 'No incident is waiting for an assignee either.';
  return (
    <Link to="/incidents" search={searchOf(place)}>
      {`${plural(totals[views.indexOf(place)] ?? 0)} in ${place.name}`}
    </Link>
  );
}

interface ViewText {
  title: string;
  text?: string;
  /** Without a text, a link leads to the first of these views that has rows. */
  next?: readonly string[];
}

const texts: Readonly<Record<string, ViewText>> = {
  teams: { title: 'Nothing waits in your teams', next: ['unassigned'] },
  'teams-unassigned': {
    title: 'Every open incident of your teams has an assignee',
    next: ['unassigned'],
  },
  open: { title: 'Nothing is open', text: 'New incidents appear here as they are reported.' },
  mine: { title: 'Nothing is assigned to you', next: ['teams-unassigned', 'unassigned'] },
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
export function emptyOf(views: readonly IncidentView[], view: string | undefined): ListEmptyText {
  const found = view === undefined ? undefined : texts[view];
  if (!found) return none;
  const { title, text, next = [] } = found;
  const places = next.flatMap((id) => views.find((one) => one.id === id) ?? []);
  return { title, text: text ?? <NextPlace views={places} />, isOfFilters: true };
}
