// The page of a list has its filters, sort and columns in the URL, loads virtual rows on scrolling, and is one tab stop.
import { type ReactNode, type RefObject, useImperativeHandle, useMemo } from 'react';
import { type ListQuery, type Order, withSort } from '../search/index.ts';
import { Grid, type GridHandle } from '../ui/layout/grid.tsx';
import type { Column } from '../ui/layout/grid-column.ts';
import type { SectionText } from '../ui/layout/grid-sections.ts';
import { useRowHeight } from '../ui/settings/density.ts';
import { NARROW, useMedia } from '../ui/use-media.ts';
import { useCustomParts } from './custom/use-custom-parts.ts';
import { ColumnsMenu } from './columns/columns-menu.tsx';
import type { DefinedList } from './define-list.ts';
import type { FilterRow } from './filter-row.ts';
import { FilterChips, FilterMenu, type FilterValues } from './filters.tsx';
import { ListEmpty, type ListEmptyText } from './list-empty.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListHead } from './list-head.tsx';
import { ListMenu } from './list-menu.tsx';
import type { ListColumn } from './columns/list-column.ts';
import { arrangeColumns } from './columns/chosen-columns.ts';
import type { ListRow } from './list.rows.ts';
import type { List } from './list.store.ts';
import { useColumnLayout } from './columns/use-column-layout.ts';
import { selectColumn } from './columns/select-column.tsx';
import { useListPage } from './use-list-page.ts';
import { usePolled } from './use-polled.ts';
import styles from './list-page.module.css';

interface ListPageProps<R extends ListRow> {
  list: DefinedList<R>;
  heading: string;
  /** The title names the rows, where several lists share the heading. */
  title?: string;
  /** The content stands right of the heading, such as a menu of views or links to other forms of the list. */
  beside?: ReactNode;
  columns: readonly ListColumn<R>[];
  /** An exported file has this name, where the title is that of a view. */
  fileName?: string;
  filters: readonly FilterRow[];
  /** Returns the editor of a filter whose values have counts; undefined for the default one. */
  filterValues?: FilterValues;
  /** The query is passed on in `state.list`, so that previous and next follow the list. */
  onOpen?: (row: R, query: ListQuery) => void;
  /** Rows with more than one line need a height of their own. */
  rowHeight?: { wide: number; narrow: number };
  /** Space shows this beside the list, by `peek` of the URL. Without `onOpen`, Enter and a click show it too. */
  peek?: (id: string, onClose: () => void) => ReactNode;
  /** The toolbar stands before the buttons of columns and filters. */
  toolbar?: ReactNode;
  primary?: ReactNode;
  /** Rows can be selected; while some are, this replaces the head. */
  selection?: ((list: List<R>) => ReactNode) | undefined;
  /** The content beside the list was read at this time; the list is read again with it. */
  readAt?: number;
  /** A list within the page of a record has this query besides that of the URL. */
  within?: ListQuery;
  /** Names the sections of the rows, if the list has some. */
  sectionText?: ((id: string) => SectionText) | undefined;
  empty: ListEmptyText;
  /** Actions return the focus to the rows by this reference. */
  gridRef?: RefObject<GridHandle | null>;
  className?: string | undefined;
}

const TINT_MS = 1000;

export function ListPage<R extends ListRow>({
  list: definition,
  heading,
  title = heading,
  beside,
  columns: ownColumns,
  fileName = title,
  filters: ownFilters,
  filterValues,
  onOpen,
  rowHeight: heights,
  peek,
  toolbar,
  primary,
  selection,
  readAt,
  within,
  sectionText,
  empty,
  gridRef,
  className,
}: ListPageProps<R>) {
  const custom = useCustomParts<R>(definition.recordType);
  const columns = useMemo(
    () => (custom.columns.length === 0 ? ownColumns : [...ownColumns, ...custom.columns]),
    [ownColumns, custom],
  );
  const filters = [...ownFilters, ...custom.filters];
  const page = useListPage({
    definition,
    within,
    onOpen,
    hasPeek: peek !== undefined,
    hasFilters: filters.length > 0,
    canSelect: selection !== undefined,
  });
  const { search, list, grid, go, toggle } = page;
  usePolled(list, readAt);
  const { rows } = list;
  useImperativeHandle(gridRef, () => ({
    scrollTo: (index) => grid.current?.scrollTo(index),
    focus: () => grid.current?.focus(),
    widthOf: (column) => grid.current?.widthOf(column),
  }));
  const layout = useColumnLayout({ columns, search, grid, go });
  const usual = useRowHeight();
  const isNarrow = useMedia(NARROW);
  const { sort, order, cols } = search;
  const canSelect = selection !== undefined;
  // The array stays the same until the sort or the choice changes: rows compare it to decide whether to render.
  const shown = useMemo(
    () =>
      arrangeColumns(canSelect ? [selectColumn<R>(toggle), ...columns] : columns, cols).map(
        ({ sort: sorting, ...column }): Column<R> => {
          if (!sorting) return column;
          const direction = sort === sorting.by ? ((order ?? 'desc') as Order) : undefined;
          const toggleSort = () => go((before) => withSort(before, sorting.by, sorting.first));
          return { ...column, sort: { direction, toggle: toggleSort } };
        },
      ),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `go` is made anew and does the same
    [columns, sort, order, cols, canSelect, toggle],
  );

  return (
    <div
      className={className === undefined ? styles.list : `${styles.list} ${className}`}
      data-peek={search['peek'] !== undefined || undefined}
    >
      {list.selected.size > 0 && selection ? (
        selection(list)
      ) : (
        <ListHead
          list={list}
          heading={heading}
          title={title}
          isPart={within !== undefined}
          beside={beside}
          primary={primary}
          onReload={page.reload}
          actions={
            <>
              {toolbar}
              <ColumnsMenu columns={columns} cols={cols} layout={layout} />
              {filters.length > 0 && (
                <FilterMenu
                  filters={filters}
                  search={search}
                  onChange={go}
                  isOpen={page.isFiltering}
                  onOpen={page.setFiltering}
                  renderValues={filterValues}
                />
              )}
              <ListMenu
                list={definition}
                query={page.query}
                name={fileName}
                columns={columns}
                cols={cols}
              />
            </>
          }
        />
      )}
      <FilterChips filters={filters} names={definition.filters} search={search} onChange={go} />
      {list.note !== undefined && (
        <p className={styles.note} role="status">
          {list.note}
        </p>
      )}
      {rows.length === 0 ? (
        <ListEmpty query={definition.queryOf(search)} empty={empty} primary={primary} go={go} />
      ) : (
        <Grid
          ref={grid}
          label={title}
          columns={shown}
          widths={layout.widths}
          columnActions={layout}
          count={rows.length}
          total={rows.isLowerBound ? undefined : rows.total}
          rowAt={(index) => rows.at(index)}
          idAt={(index) => rows.idAt(index)}
          marksOf={({ id, left, changedAt }) => ({
            isSelected: list.selected.has(id),
            isTinted: changedAt !== undefined && Date.now() - changedAt < TINT_MS,
            isDimmed: left !== undefined,
          })}
          rowHeight={heights ? heights[isNarrow ? 'narrow' : 'wide'] : usual}
          sections={sectionText && rows.sections.map((one) => ({ ...one, ...sectionText(one.id) }))}
          activeIndex={list.activeIndex}
          initialOffset={list.offset}
          canSelect={canSelect}
          onRange={(first, last, offset) => list.show(first, last, offset)}
          onOpen={page.click}
        />
      )}
      <ListFoot list={list} />
      {search['peek'] !== undefined && peek?.(search['peek'], page.closePeek)}
    </div>
  );
}
