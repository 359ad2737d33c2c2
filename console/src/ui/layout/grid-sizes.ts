// Computes the CSS of a grid: the template of its rows, and the width below which it scrolls sideways.
interface SizedColumn {
  id: string;
  width: string;
  isWide?: boolean;
}

/** Chosen widths are in pixels, by the id of the column. */
export type ColumnWidths = Readonly<Partial<Record<string, number>>>;

export const MIN_WIDTH = 40;
export const MAX_WIDTH = 1200;

export const clampWidth = (width: number): number =>
  Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, width)));

/** A row has this much padding, left and right together. */
const PADDING = 20;

/** Reads the least width of a column from its definition, such as 240 of `minmax(240px, 1fr)`. */
export const leastWidth = ({ width }: Pick<SizedColumn, 'width'>): number =>
  Number(/(\d+)px/.exec(width)?.[1] ?? 0);

const templateOf = (columns: readonly SizedColumn[], widths: ColumnWidths): string =>
  columns.map(({ id, width }) => (widths[id] === undefined ? width : `${widths[id]}px`)).join(' ');

const leastOf = (columns: readonly SizedColumn[], widths: ColumnWidths): string =>
  `${columns.reduce((sum, column) => sum + (widths[column.id] ?? leastWidth(column)), PADDING)}px`;

/** Returns CSS variables, so that dragging a width changes only the grid, and no row. */
export function gridSizes(columns: readonly SizedColumn[], widths: ColumnWidths) {
  const medium = columns.filter(({ isWide }) => !isWide);
  return {
    '--columns': templateOf(columns, widths),
    '--least': leastOf(columns, widths),
    '--columns-medium': templateOf(medium, widths),
    '--least-medium': leastOf(medium, widths),
  };
}
