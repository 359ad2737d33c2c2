// The head of the queue: the view, its count, what is new, and the filters.
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { meQuery, viewsQuery } from '../../api/index.ts';
import { ListHead } from '../../lists/index.ts';
import { isSameQuery } from '../../search/index.ts';
import { Button } from '../../ui/button.tsx';
import { ExpandIcon, ViewIcon } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { QueueFilterMenu } from './filters.tsx';
import { type QueueSearch, queryOf } from './queue.search.ts';
import type { Queue } from './queue.store.ts';
import { builtInViews } from './queue.views.ts';
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
  const choose = ({ id, name, query }: (typeof views)[number]) => ({
    label: name,
    isChosen: id === view?.id,
    run: () => onSearch({ ...query, view: id }),
  });
  return (
    <ListHead
      list={queue}
      heading={view?.name ?? (search.q === undefined ? 'Incidents' : 'Search')}
      onReload={onShowNew}
      beside={
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
