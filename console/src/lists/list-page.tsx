// The page of a list: filters and sort in the URL, virtual rows loaded as one scrolls, one tab stop, keys.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { faultOf } from '../api/index.ts';
import { useCommands } from '../keys/index.ts';
import {
  type ListQuery,
  type ListSearch,
  type Order,
  pick,
  type SearchChange,
  sortedBy,
  withPeek,
} from '../search/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { faultText } from '../ui/layout/fault.ts';
import { useRowHeight } from '../ui/settings/density.ts';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { type Column, Grid, type GridHandle } from '../ui/layout/grid.tsx';
import { SearchField } from '../ui/forms/search-field.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import { NARROW, useMedia } from '../ui/use-media.ts';
import type { DefinedList } from './define-list.ts';
import type { FilterRow } from './filter-row.ts';
import { FilterChips, FilterMenu } from './filters.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListHead } from './list-head.tsx';
import { listCommands } from './list.keys.ts';
import type { ListRow } from './list.store.ts';
import { REPLACED, useIsReplaced } from './use-is-replaced.ts';
import styles from './list-page.module.css';

export interface ListColumn<R> extends Omit<Column<R>, 'sort'> {
  /** The value of `sort` for this column, and the order of the first press. */
  sort?: { by: string; first: Order };
}

interface ListPageProps<R extends ListRow> {
  list: DefinedList<R>;
  heading: string;
  /** Right of the heading, such as tabs of other forms of the list. */
  beside?: ReactNode;
  columns: readonly ListColumn<R>[];
  filters: readonly FilterRow[];
  /** The query is passed on in `state.list`, so that previous and next follow the list. */
  onOpen?: (row: R, query: ListQuery) => void;
  /** Of a list with `q`: what its search field says. */
  searchLabel?: string;
  /** Of rows with more than one line. */
  rowHeight?: { wide: number; narrow: number };
  /** What Space shows beside the list; `peek` of the URL. Without `onOpen`, Enter and a click show it too. */
  peek?: (id: string, onClose: () => void) => ReactNode;
  actions?: ReactNode;
  primary?: ReactNode;
  /** The query of the record whose page the list is a part of, besides that of the URL. */
  within?: ListQuery;
  /** Why there is none, and the next step, where no filter is set. */
  empty: { title: string; text: string };
}

const TINT_MS = 1000;

const isFiltered = (query: ListQuery): boolean =>
  Object.keys(query).some((name) => name !== 'sort' && name !== 'order');

export function ListPage<R extends ListRow>({
  list: definition,
  heading,
  beside,
  columns,
  filters,
  onOpen,
  searchLabel,
  rowHeight: heights,
  peek,
  actions,
  primary,
  within,
  empty,
}: ListPageProps<R>) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as ListSearch;
  const query = definition.queryOf({ ...search, ...within });
  const filtered = isFiltered(definition.queryOf(search));
  const isReplaced = useIsReplaced(definition.queryOf);
  const list = definition.of(query);
  useSyncExternalStore(list.subscribe, list.version);
  const { rows } = list;
  const grid = useRef<GridHandle>(null);
  const usual = useRowHeight();
  const isNarrow = useMedia(NARROW);
  const rowHeight = heights ? heights[isNarrow ? 'narrow' : 'wide'] : usual;
  const [isFiltering, setFiltering] = useState(false);

  const go = (change: SearchChange, replace = false) =>
    void navigate({ to: '.', search: change as never, replace });
  /** The best match first, whatever the sort was. */
  const find = (q: string) =>
    go(({ q: _, sort: _sort, order: _order, ...rest }) => (q === '' ? rest : { ...rest, q }));
  const showPeek = (id: string | undefined) => go((before) => withPeek(before, id), true);
  const closePeek = () => {
    showPeek(undefined);
    grid.current?.focus();
  };
  const move = (index: number) => {
    list.activate(index);
    grid.current?.scrollTo(list.activeIndex);
    if (search['peek'] !== undefined) showPeek(rows.idAt(list.activeIndex));
  };
  const open = (index: number) => {
    const row = rows.at(index);
    if (!row) return;
    list.activate(index);
    if (onOpen) onOpen(row, query);
    else showPeek(row.id);
  };
  const reload = () =>
    void list.reload().catch((error: unknown) => {
      toast(`Not reloaded. ${faultText(faultOf(error))}`, { tone: 'red' });
    });

  const active = rows.idAt(list.activeIndex);
  const needsRow = active === undefined ? 'There is no row.' : undefined;
  const onRow = (run: () => void) => ({ run, unavailable: isReplaced ? REPLACED : needsRow });
  useCommands(listCommands, {
    'list.next': onRow(() => move(list.activeIndex + 1)),
    'list.previous': onRow(() => move(list.activeIndex - 1)),
    'list.open': onRow(() => open(list.activeIndex)),
    ...(peek && { 'list.peek': onRow(() => showPeek(active)) }),
    ...(filters.length > 0 && { 'list.filter': () => setFiltering(true) }),
    'list.showNew': reload,
    'list.reload': reload,
    ...(search['peek'] !== undefined && { 'list.escape': closePeek }),
  });

  const { sort, order } = search;
  // The same array until the sort changes: rows compare it to decide whether to render.
  const shown = useMemo(
    () =>
      columns.map(({ sort: sorting, ...column }): Column<R> => {
        if (!sorting) return column;
        const direction = sort === sorting.by ? ((order ?? 'desc') as Order) : undefined;
        const toggle = () =>
          void navigate({
            to: '.',
            search: ((before: ListSearch) => sortedBy(before, sorting.by, sorting.first)) as never,
          });
        return { ...column, sort: { direction, toggle } };
      }),
    [columns, sort, order, navigate],
  );

  return (
    <div className={styles.list} data-peek={search['peek'] !== undefined || undefined}>
      <ListHead
        list={list}
        heading={heading}
        isPart={within !== undefined}
        beside={beside}
        primary={primary}
        onReload={reload}
        actions={
          <>
            {searchLabel !== undefined && (
              <SearchField label={searchLabel} value={search['q'] ?? ''} onSearch={find} />
            )}
            {actions}
            {filters.length > 0 && (
              <FilterMenu
                filters={filters}
                search={search}
                onChange={go}
                isOpen={isFiltering}
                onOpen={setFiltering}
              />
            )}
          </>
        }
      />
      <FilterChips filters={filters} names={definition.filters} search={search} onChange={go} />
      {list.note !== undefined && (
        <p className={styles.note} role="status">
          {list.note}
        </p>
      )}
      {rows.length === 0 && filtered && (
        <EmptyState
          title="Nothing matches"
          actions={
            <Button onClick={() => go((before) => pick(before, ['sort', 'order']))}>
              Clear the filters
            </Button>
          }
        >
          Remove a filter, or change it.
        </EmptyState>
      )}
      {rows.length === 0 && !filtered && (
        <EmptyState title={empty.title} actions={primary}>
          {empty.text}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Grid
          ref={grid}
          label={heading}
          columns={shown}
          count={rows.length}
          total={rows.isLowerBound ? undefined : rows.total}
          rowAt={(index) => rows.at(index)}
          idAt={(index) => rows.idAt(index)}
          marksOf={({ left, changedAt }) => ({
            isSelected: false,
            isTinted: changedAt !== undefined && Date.now() - changedAt < TINT_MS,
            isDimmed: left !== undefined,
          })}
          rowHeight={rowHeight}
          activeIndex={list.activeIndex}
          initialOffset={list.offset}
          canSelect={false}
          onRange={(first, last, offset) => list.show(first, last, offset)}
          onOpen={(index, event) => {
            // The link in the row handles modified clicks, which open another tab.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            open(index);
          }}
        />
      )}
      <ListFoot list={list} />
      {search['peek'] !== undefined && peek?.(search['peek'], closePeek)}
    </div>
  );
}
