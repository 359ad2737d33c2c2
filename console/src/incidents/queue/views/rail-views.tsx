// The views of the queue in the rail, each with its count.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { countsQuery, meQuery, viewsQuery } from '../../../api/index.ts';
import { filtersOf, type QueueSearch } from '../queue.search.ts';
import { builtInViews, type QueueView, searchOf } from './queue.views.ts';
import styles from './rail-views.module.css';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

function ViewLink({ view, isCurrent }: { view: QueueView; isCurrent: boolean }) {
  const { data } = useQuery(countsQuery(filtersOf(view.query as QueueSearch), ['state']));
  return (
    <Link
      to="/incidents"
      search={searchOf(view)}
      className={styles.view}
      aria-current={isCurrent ? 'page' : undefined}
      activeProps={{}}
    >
      <span>{view.name}</span>
      <small>{data && compact.format(data.total)}</small>
    </Link>
  );
}

export function RailViews() {
  const { data: me } = useQuery(meQuery);
  const { data: saved = [] } = useQuery(viewsQuery);
  const { view: current } = useSearch({ strict: false }) as QueueSearch;
  const views = [...(me ? builtInViews(me.email) : []), ...saved];
  return views.map((view) => (
    <ViewLink key={view.id} view={view} isCurrent={view.id === current} />
  ));
}
