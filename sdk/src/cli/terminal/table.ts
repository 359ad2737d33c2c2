// A table fits the terminal: long columns are cut first, then the least important ones are left out.
import type { Style, Terminal } from './terminal.ts';
import { cut, oneLine, padEnd, padStart, widthOf } from './text.ts';

type Paint = (style: Style, text: string, value: string) => string;

export interface Column<Row> {
  title: string;
  value: (row: Row) => string | number | null | undefined;
  /** Colours the padded text; `value` is without padding. */
  paint?: Paint;
  alignEnd?: boolean;
  /** The column may be cut to this width. Without it, the column is never cut. */
  minWidth?: number;
  /** Columns with the highest number are left out first. Without it, the column is never left out. */
  leaveOut?: number;
}

const GAP = 2;
const EMPTY = '–';

interface Measured<Row> {
  column: Column<Row>;
  cells: string[];
  width: number;
}

const total = (columns: readonly Measured<never>[]): number =>
  columns.reduce((sum, { width }) => sum + width, 0) + GAP * Math.max(0, columns.length - 1);

/** Cuts the widest column that can be cut, one character at a time. */
function shrink<Row>(columns: Measured<Row>[], width: number): void {
  while (total(columns) > width) {
    const [widest] = columns
      .filter((one) => one.column.minWidth !== undefined && one.width > one.column.minWidth)
      .toSorted((one, other) => other.width - one.width);
    if (!widest) return;
    widest.width -= 1;
  }
}

function fit<Row>(columns: Measured<Row>[], width: number): Measured<Row>[] {
  const natural = columns.map((one) => one.width);
  let visible = columns;
  for (;;) {
    shrink(visible, width);
    if (total(visible) <= width) return visible;
    const [last] = visible
      .filter(({ column }) => column.leaveOut !== undefined)
      .toSorted((one, other) => (other.column.leaveOut ?? 0) - (one.column.leaveOut ?? 0));
    if (!last) return visible;
    // The others get their own width back before they are cut again.
    for (const [index, one] of columns.entries()) one.width = natural[index] ?? one.width;
    visible = visible.filter((one) => one !== last);
  }
}

/** The first line is the head of the table. */
export function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { width, style }: Pick<Terminal, 'width' | 'style'>,
): string[] {
  const measured = columns.map((column): Measured<Row> => {
    const cells = rows.map((row) => {
      const value = column.value(row);
      return value === null || value === undefined || value === ''
        ? EMPTY
        : oneLine(String(value)) || EMPTY;
    });
    return { column, cells, width: Math.max(widthOf(column.title), ...cells.map(widthOf)) };
  });
  const visible = fit(measured, width);
  const line = (
    cellOf: (one: Measured<Row>) => string,
    paint: (one: Measured<Row>, text: string) => string,
  ) =>
    visible
      .map((one, index) => {
        const text = cut(cellOf(one), one.width);
        const pad = one.column.alignEnd ? padStart : padEnd;
        const isLast = index === visible.length - 1 && !one.column.alignEnd;
        return paint(one, isLast ? text : pad(text, one.width));
      })
      .join(' '.repeat(GAP))
      .trimEnd();
  const head = line(
    ({ column }) => column.title,
    (_, text) => style('dim', text),
  );
  const body = rows.map((_, index) =>
    line(
      ({ cells }) => cells[index] ?? '',
      ({ column, cells }, text) => {
        const value = cells[index] ?? '';
        if (value === EMPTY) return style('dim', text);
        return column.paint ? column.paint(style, text, value) : text;
      },
    ),
  );
  return [head, ...body];
}

export function printTable<Row>(
  terminal: Terminal,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): void {
  for (const line of tableLines(rows, columns, terminal)) terminal.print(line);
}
