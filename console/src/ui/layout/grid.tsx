// The grid renders only visible rows, in plain HTML. It is one tab stop; aria-activedescendant names the active row, so
// the focus never leaves the grid when rows are replaced.
import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, memo, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { classes } from '../classes.ts';
import { type Column, placeOf, type RowMarks } from './grid-column.ts';
import { type ColumnActions, GridHeader } from './grid-header.tsx';
import {
  DIVIDER_HEIGHT,
  dividerAt,
  type GridSection,
  groupItems,
  placesOf,
} from './grid-sections.ts';
import { type ColumnWidths, gridSizes } from './grid-sizes.ts';
import { SkeletonBar } from './skeleton.tsx';
import styles from './grid.module.css';

export interface GridHandle {
  scrollTo: (index: number) => void;
  focus: () => void;
  /** Returns the width of a column on screen, in pixels; undefined if it is not shown. */
  widthOf: (column: string) => number | undefined;
}

interface GridProps<R> {
  ref?: Ref<GridHandle>;
  label: string;
  columns: readonly Column<R>[];
  /** Chosen widths override those of the columns. */
  widths?: ColumnWidths;
  /** If omitted, columns cannot be moved or resized. */
  columnActions?: ColumnActions;
  /** This many rows can be scrolled to. */
  count: number;
  /** The whole list has this many rows; undefined if only a lower bound is known. */
  total: number | undefined;
  rowAt: (index: number) => R | undefined;
  idAt: (index: number) => string | undefined;
  marksOf: (row: R) => RowMarks;
  rowHeight: number;
  /** Dividers stand above the first row of each section. */
  sections?: readonly GridSection[] | undefined;
  activeIndex: number;
  initialOffset: number;
  onRange: (first: number, last: number, offset: number) => void;
  onOpen: (index: number, event: React.MouseEvent) => void;
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

/** The row group has the same name for screen readers, so that the divider is no row between rows. */
const Divider = ({ section: { label, count }, top }: { section: GridSection; top: number }) => (
  <div
    className={styles.divider}
    style={{ transform: `translateY(${top}px)`, height: DIVIDER_HEIGHT }}
    aria-hidden
  >
    {label} <span>{count}</span>
  </div>
);

const none: readonly GridSection[] = [];

const OVERSCAN = 12;
const HEADER_HEIGHT = 32;

export function Grid<R>({
  ref,
  label,
  columns,
  widths = {},
  columnActions,
  count,
  total,
  rowAt,
  idAt,
  marksOf,
  rowHeight,
  sections = none,
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
    estimateSize: (index) => rowHeight + dividerAt(sections, index),
    overscan: OVERSCAN,
    initialOffset,
    scrollPaddingStart: HEADER_HEIGHT,
    onChange: ({ range, scrollOffset }) =>
      range && onRange(range.startIndex, range.endIndex, scrollOffset ?? 0),
  });
  const places = placesOf(sections);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, places]);
  useImperativeHandle(ref, () => ({
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    focus: () => scrollRef.current?.focus({ preventScroll: true }),
    widthOf: (column) => {
      const header = `[role=columnheader][data-column="${column}"]`;
      const { width = 0 } = scrollRef.current?.querySelector(header)?.getBoundingClientRect() ?? {};
      return width === 0 ? undefined : width;
    },
  }));
  const rowId = (index: number): string => `row-${idAt(index) ?? index}`;
  const sizes = gridSizes(columns, widths);
  /** Bypasses React, so that no row is rendered while a width is dragged. */
  const preview = (id: string, width: number | undefined) => {
    const shown = width === undefined ? widths : { ...widths, [id]: width };
    for (const [name, value] of Object.entries(gridSizes(columns, shown)))
      scrollRef.current?.style.setProperty(name, value);
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
      <GridHeader columns={columns} actions={columnActions} onPreview={preview} />
      <div
        role="presentation"
        className={styles.rows}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {groupItems(sections, virtualizer.getVirtualItems()).map(({ section, items }) => (
          <div
            key={section?.id ?? ''}
            role="rowgroup"
            aria-label={section && [section.label, section.count].filter(Boolean).join(' ')}
          >
            {items.map(({ index, start }) => {
              const row = rowAt(index);
              const marks = row && marksOf(row);
              const divider = dividerAt(sections, index);
              return (
                <Fragment key={rowId(index)}>
                  {section && divider > 0 && <Divider section={section} top={start} />}
                  <GridRow
                    id={rowId(index)}
                    row={row}
                    index={index}
                    top={start + divider}
                    height={rowHeight}
                    columns={columns}
                    isActive={index === activeIndex}
                    isSelected={marks?.isSelected ?? false}
                    isTinted={marks?.isTinted ?? false}
                    isDimmed={marks?.isDimmed ?? false}
                    onOpen={onOpen}
                  />
                </Fragment>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
