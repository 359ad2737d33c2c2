// The head of the queue: the view, its count, what is new, and the filters.
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { meQuery, viewsQuery } from '../../api/index.ts';
import { Button } from '../../ui/button.tsx';
import { ReloadIcon, ViewIcon } from '../../ui/icons.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterMenu } from './filters.tsx';
import { isSameQuery, type QueueSearch, queryOf } from './queue.search.ts';
import type { Queue } from './queue.store.ts';
import { builtInViews, type QueueView } from './views/queue.views.ts';
import styles from './queue.module.css';
import { SaveView } from './views/save-view.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

interface ToolbarProps {
  queue: Queue;
  search: QueueSearch;
  viewsRef: RefObject<HTMLButtonElement | null>;
  isFiltering: boolean;
  onFilter: (isOpen: boolean) => void;
  onSearch: (search: QueueSearch) => void;
  onShowNew: () => void;
}

const numbers = new Intl.NumberFormat('en');

export function Toolbar({
  queue,
  search,
  viewsRef,
  isFiltering,
  onFilter,
  onSearch,
  onShowNew,
}: ToolbarProps) {
  const { data: me } = useQuery(meQuery);
  const { data: saved = [] } = useQuery(viewsQuery);
  const builtIn = me ? builtInViews(me.email) : [];
  const view: QueueView | undefined = [...builtIn, ...saved].find(({ id }) => id === search.view);
  const isChanged =
    !view ||
    !isSameQuery(view.query, queryOf(search)) ||
    (view.columns ?? []).join() !== (search.cols ?? '');
  const { total, isLowerBound } = queue.rows;
  return (
    <div className={styles.toolbar}>
      <title>{`${view?.name ?? 'Incidents'} – Signalbox`}</title>
      <h1 tabIndex={-1}>{view?.name ?? (search.q === undefined ? 'Incidents' : 'Search')}</h1>
      {me && (
        <ViewsMenu
          ref={viewsRef}
          me={me}
          builtIn={builtIn}
          saved={saved}
          current={view?.id}
          onSearch={onSearch}
        />
      )}
      <span className={styles.count}>
        {numbers.format(total)}
        {isLowerBound && '+'}
      </span>
      {queue.newIds.size > 0 && (
        <Button className={styles.new} label="Show new" keys={['.']} onClick={onShowNew}>
          {queue.newIds.size} new
        </Button>
      )}
      <div className={styles.end}>
        {isChanged && (
          <SaveView
            search={search}
            saved={saved.find(({ id }) => id === view?.id)}
            icon={<ViewIcon />}
          />
        )}
        <ColumnsMenu search={search} onChange={onSearch} />
        <FilterMenu search={search} onChange={onSearch} isOpen={isFiltering} onOpen={onFilter} />
        <Button icon={<ReloadIcon />} label="Reload" keys={['R']} onClick={onShowNew} />
      </div>
    </div>
  );
}
