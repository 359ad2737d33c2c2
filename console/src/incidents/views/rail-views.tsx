// The rail shows each view of incidents with its count.
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { countsQuery, meQuery, refreshCounts, viewsQuery } from '../../api/index.ts';
import { RailView } from '../../lists/index.ts';
import { useRecordEvents } from '../../records/index.ts';
import type { ListSearch } from '../../search/index.ts';
import { incidentList } from '../list/incidents.list.ts';
import { builtInViews, type IncidentView, searchOf } from './incident.views.ts';

function ViewLink({ view, isCurrent }: { view: IncidentView; isCurrent: boolean }) {
  const { data } = useQuery(countsQuery(incidentList.filtersOf(view.query), ['state']));
  return (
    <RailView
      to="/incidents"
      search={searchOf(view)}
      name={view.name}
      count={data?.total}
      isCurrent={isCurrent}
    />
  );
}

const COUNTS_MS = 5000;

export function RailViews() {
  useRecordEvents('incident', () => void refreshCounts(), COUNTS_MS);
  const { data: me } = useQuery(meQuery);
  const { data: saved = [] } = useQuery(viewsQuery);
  const { view: current } = useSearch({ strict: false }) as ListSearch;
  const views = [...(me ? builtInViews(me) : []), ...saved];
  return views.map((view) => (
    <ViewLink key={view.id} view={view} isCurrent={view.id === current} />
  ));
}
