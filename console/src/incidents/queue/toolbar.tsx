// The head of the queue: the view, its count, what is new, and the filters.
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { meQuery, viewsQuery } from '../../api/index.ts';
import { ListHead } from '../../lists/index.ts';
import { isSameQuery, type SearchChange } from '../../search/index.ts';
import { ViewIcon } from '../../ui/icons.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { QueueFilterMenu } from './filters.tsx';
import { type QueueSearch, queryOf } from './queue.search.ts';
import type { Queue } from './queue.store.ts';
import { builtInViews, type QueueView } from './views/queue.views.ts';
import { SaveView } from './views/save-view.tsx';
import { ViewsMenu } from './views/views-menu.tsx';

interface ToolbarProps {
  queue: Queue;
  search: QueueSearch;
  viewsRef: RefObject<HTMLButtonElement | null>;
  isFiltering: boolean;
  onFilter: (isOpen: boolean) => void;
  onSearch: (change: SearchChange<QueueSearch>) => void;
  onShowNew: () => void;
}

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
  return (
    <ListHead
      list={queue}
      heading={view?.name ?? (search.q === undefined ? 'Incidents' : 'Search')}
      onReload={onShowNew}
      beside={
        me && (
          <ViewsMenu
            ref={viewsRef}
            me={me}
            builtIn={builtIn}
            saved={saved}
            current={view?.id}
            onSearch={(next) => onSearch(() => next)}
          />
        )
      }
      actions={
        <>
          {isChanged && (
            <SaveView
              search={search}
              saved={saved.find(({ id }) => id === view?.id)}
              icon={<ViewIcon />}
            />
          )}
          <ColumnsMenu search={search} onChange={onSearch} />
          <QueueFilterMenu
            search={search}
            onChange={onSearch}
            isOpen={isFiltering}
            onOpen={onFilter}
          />
        </>
      }
    />
  );
}
