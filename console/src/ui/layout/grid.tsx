// A grid of virtual rows in plain HTML. It has one tab stop; the active row is named by aria-activedescendant, so the
// focus never leaves the grid when rows are exchanged.
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { AscendingIcon, DescendingIcon } from '../icons.ts';
import { classes } from '../classes.ts';
import { SkeletonBar } from './skeleton.tsx';
import styles from './grid.module.css';

export interface Column<R> {
  id: string;
  header: ReactNode;
  /** Read by screen readers where the header shows no text. */
  label?: string;
  width: string;
  align?: 'end';
  /** On a narrow screen: on the second line, below the column `title`. Others are left out there. */
  isOnNarrow?: boolean;
  /** Left out where the grid is not wide, rather than showing half of it. */
  isWide?: boolean;
  /** Sorting by this column, if it is possible. */
  sort?: { direction: 'asc' | 'desc' | undefined; toggle: () => void };
  render: (row: R, marks: RowMarks) => ReactNode;
}

/** What a row shows besides its cells. */
interface RowMarks {
  isSelected: boolean;
  isTinted: boolean;
  isDimmed: boolean;
}

export interface GridHandle {
  scrollTo: (index: number) => void;
  focus: () => void;
}

interface GridProps<R> {
  ref?: Ref<GridHandle>;
  label: string;
  columns: readonly Column<R>[];
  /** Rows that can be scrolled to. */
  count: number;
  /** Of the whole list; undefined if only a lower bound is known. */
  total: number | undefined;
  rowAt: (index: number) => R | undefined;
  idAt: (index: number) => string | undefined;
  marksOf: (row: R) => RowMarks;
  rowHeight: number;
  activeIndex: number;
  initialOffset: number;
  onRange: (first: number, last: number, offset: number) => void;
  onOpen: (index: number, event: React.MouseEvent) => void;
  /** Whether rows can be selected. */
  canSelect?: boolean;
}

interface GridRowProps<R> {
  row: R | undefined;
  index: number;
  id: string;
  top: number;
  height: number;
  columns: readonly Column<R>[];
  isActive: boolean;
  isSelected: boolean;
  isTinted: boolean;
  isDimmed: boolean;
  onOpen: (index: number, event: React.MouseEvent) => void;
}

/** A row that is not loaded yet has the height of one, and a bar for its title. */
const SkeletonCell = ({ id }: { id: string }) =>
  id === 'title' ? <SkeletonBar width="60%" /> : null;

/** Where the styles put a cell, by the width of the list. */
const placeOf = ({
  id,
  isOnNarrow,
  isWide,
}: Pick<Column<never>, 'id' | 'isOnNarrow' | 'isWide'>) => ({
  'data-column': id,
  'data-narrow': isOnNarrow,
  'data-wide': isWide,
});

function PlainRow<R>({
  row,
  index,
  id,
  top,
  height,
  columns,
  isActive,
  isSelected,
  isTinted,
  isDimmed,
  onOpen,
}: GridRowProps<R>) {
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes(
        styles.row,
        isActive && styles.active,
        isSelected && styles.selected,
        isTinted && styles.tinted,
        isDimmed && styles.dimmed,
      )}
      style={{ transform: `translateY(${top}px)`, height }}
      onClick={(event) => onOpen(index, event)}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={classes(styles.cell, column.align === 'end' && styles.end)}
          {...placeOf(column)}
        >
          {row === undefined ? (
            <SkeletonCell id={column.id} />
          ) : (
            column.render(row, { isSelected, isTinted, isDimmed })
          )}
        </div>
      ))}
    </div>
  );
}

const GridRow = memo(PlainRow) as typeof PlainRow;

const Header = <R,>({ columns }: { columns: readonly Column<R>[] }) => (
  <div role="row" aria-rowindex={1} className={classes(styles.row, styles.header)}>
    {columns.map((column) => {
      const { id, header, label, align, sort } = column;
      const direction = sort?.direction;
      return (
        <div
          key={id}
          role="columnheader"
          aria-label={label}
          aria-sort={
            direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'
          }
          className={classes(styles.cell, align === 'end' && styles.end)}
          {...placeOf(column)}
        >
          {sort ? (
            <button type="button" className={styles.sort} onClick={sort.toggle} tabIndex={-1}>
              {header}
              {direction === 'asc' && <AscendingIcon />}
              {direction === 'desc' && <DescendingIcon />}
            </button>
          ) : (
            header
          )}
        </div>
      );
    })}
  </div>
);

const templateOf = (columns: readonly Column<never>[]): string =>
  columns.map(({ width }) => width).join(' ');
/** The sum of the least widths, below which the grid scrolls sideways. */
const leastOf = (columns: readonly Column<never>[]): string =>
  `${columns.reduce((sum, { width }) => sum + Number(/(\d+)px/.exec(width)?.[1] ?? 0), PADDING)}px`;

/** Of a row, left and right. */
const PADDING = 20;
const OVERSCAN = 12;
const HEADER_HEIGHT = 32;

export function Grid<R>({
  ref,
  label,
  columns,
  count,
  total,
  rowAt,
  idAt,
  marksOf,
  rowHeight,
  activeIndex,
  initialOffset,
  onRange,
  onOpen,
  canSelect = true,
}: GridProps<R>) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialOffset,
    scrollPaddingStart: HEADER_HEIGHT,
    onChange: ({ range, scrollOffset }) =>
      range && onRange(range.startIndex, range.endIndex, scrollOffset ?? 0),
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useImperativeHandle(ref, () => ({
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    focus: () => scrollRef.current?.focus({ preventScroll: true }),
  }));
  const rowId = (index: number): string => `row-${idAt(index) ?? index}`;
  const medium = columns.filter(({ isWide }) => !isWide);
  const sizes = {
    '--columns': templateOf(columns),
    '--least': leastOf(columns),
    '--columns-medium': templateOf(medium),
    '--least-medium': leastOf(medium),
  };
  return (
    <div
      ref={scrollRef}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-multiselectable={canSelect || undefined}
      aria-activedescendant={activeIndex < count ? rowId(activeIndex) : undefined}
      className={styles.grid}
      data-lines={columns.some(({ isOnNarrow }) => isOnNarrow) ? 2 : undefined}
      style={sizes as React.CSSProperties}
    >
      <Header columns={columns} />
      <div role="rowgroup" className={styles.rows} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rowAt(index);
          const marks = row && marksOf(row);
          return (
            <GridRow
              key={rowId(index)}
              id={rowId(index)}
              row={row}
              index={index}
              top={start}
              height={rowHeight}
              columns={columns}
              isActive={index === activeIndex}
              isSelected={marks?.isSelected ?? false}
              isTinted={marks?.isTinted ?? false}
              isDimmed={marks?.isDimmed ?? false}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}
