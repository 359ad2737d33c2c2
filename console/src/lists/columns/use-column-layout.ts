// The order and the widths of columns are in the URL, as `cols` and `widths`.
import type { RefObject } from 'react';
import { type ListSearch, LAYOUT, pick, type SearchChange, without } from '../../search/index.ts';
import type { GridHandle } from '../../ui/layout/grid.tsx';
import type { ColumnActions } from '../../ui/layout/grid-header.tsx';
import { clampWidth, type ColumnWidths, leastWidth } from '../../ui/layout/grid-sizes.ts';
import { fieldOf, moveColumn, toggleColumn } from './chosen-columns.ts';
import { readWidths, withWidth } from './column-widths.ts';
import type { ListColumn } from './list-column.ts';

/** One press in the menu adds this to a width, or subtracts it. */
const STEP = 24;

interface LayoutOptions<R> {
  columns: readonly ListColumn<R>[];
  search: ListSearch;
  grid: RefObject<GridHandle | null>;
  go: (change: SearchChange, replace?: boolean) => void;
}

export interface ColumnLayout extends ColumnActions {
  widths: ColumnWidths;
  /** The layout differs from the default. */
  isChosen: boolean;
  onToggle: (id: string) => void;
  onWiden: (id: string, direction: 1 | -1) => void;
  onReset: () => void;
}

const setOrRemove = (search: ListSearch, name: string, value: string | undefined): ListSearch =>
  value === undefined ? without(search, name) : { ...search, [name]: value };

export function useColumnLayout<R>({ columns, search, grid, go }: LayoutOptions<R>): ColumnLayout {
  const byField = readWidths(search['widths']);
  const fieldOfId = (id: string): string =>
    columns.filter((column) => column.id === id).map(fieldOf)[0] ?? id;
  // A change of the layout replaces the history entry: it is not a step to go back to.
  const setCols = (change: (cols: string | undefined) => string | undefined) =>
    go((before) => setOrRemove(before, 'cols', change(before['cols'])), true);
  const onResize = (id: string, width: number | undefined) =>
    go(
      (before) => setOrRemove(before, 'widths', withWidth(before['widths'], fieldOfId(id), width)),
      true,
    );
  return {
    widths: Object.fromEntries(columns.map((column) => [column.id, byField[fieldOf(column)]])),
    isChosen: LAYOUT.some((name) => search[name] !== undefined),
    onToggle: (id) => setCols((cols) => toggleColumn(columns, cols, fieldOfId(id))),
    onMove: (id, to) => setCols((cols) => moveColumn(columns, cols, fieldOfId(id), fieldOfId(to))),
    onResize,
    onWiden: (id, direction) => {
      const column = columns.find((one) => one.id === id);
      const width = grid.current?.widthOf(id) ?? (column && leastWidth(column)) ?? 0;
      onResize(id, clampWidth(width + direction * STEP));
    },
    onReset: () =>
      go(
        (before) =>
          pick(
            before,
            Object.keys(before).filter((name) => !LAYOUT.includes(name)),
          ),
        true,
      ),
  };
}
