// The head of the queue: the view, its count, what is new, and the filters.
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { meQuery, viewsQuery } from '../../api/index.ts';
import { Button } from '../../ui/button.tsx';
import { ExpandIcon, ReloadIcon, ViewIcon } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { FilterMenu } from './filters.tsx';
import { isSameQuery, type QueueSearch, queryOf } from './queue.search.ts';
import type { Queue } from './queue.store.ts';
import { builtInViews } from './queue.views.ts';
import styles from './queue.module.css';
import { SaveView } from './save-view.tsx';

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
  const views = [
    ...builtIn,
    ...saved.map(({ id, name, query }) => ({ id, name, query: query ?? {} })),
  ];
  const view = views.find(({ id }) => id === search.view);
  const isChanged = !view || !isSameQuery(view.query, queryOf(search));
  const { total, isLowerBound } = queue.rows;
  const choose = ({ id, name, query }: (typeof views)[number]) => ({
    label: name,
    isChosen: id === view?.id,
    run: () => onSearch({ ...query, view: id }),
  });
  return (
    <div className={styles.toolbar}>
      <title>{`${view?.name ?? 'Incidents'} – Signalbox`}</title>
      <h1 tabIndex={-1}>{view?.name ?? (search.q === undefined ? 'Incidents' : 'Search')}</h1>
      <Menu
        target={
          <Button ref={viewsRef} look="quiet" icon={<ExpandIcon />} label="Views" keys={['v']} />
        }
        groups={[
          { items: builtIn.map(choose) },
          ...(saved.length > 0
            ? [{ label: 'Saved', items: views.slice(builtIn.length).map(choose) }]
            : []),
        ]}
      />
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
        <FilterMenu search={search} onChange={onSearch} isOpen={isFiltering} onOpen={onFilter} />
        <Button icon={<ReloadIcon />} label="Reload" keys={['R']} onClick={onShowNew} />
      </div>
    </div>
  );
}
