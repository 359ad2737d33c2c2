// A column of a grid.
import type { ReactNode } from 'react';

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
  /** It is neither moved nor resized. */
  isFixed?: boolean;
  /** Sorting by this column, if it is possible. */
  sort?: { direction: 'asc' | 'desc' | undefined; toggle: () => void };
  render: (row: R, marks: RowMarks) => ReactNode;
}

/** Marks of a row besides its cells. */
export interface RowMarks {
  isSelected: boolean;
  isTinted: boolean;
  isDimmed: boolean;
}

type PlacedColumn = Pick<Column<never>, 'id' | 'isOnNarrow' | 'isWide'>;

/** Where the styles put a cell, by the width of the list. */
export const placeOf = ({ id, isOnNarrow, isWide }: PlacedColumn) => ({
  'data-column': id,
  'data-narrow': isOnNarrow,
  'data-wide': isWide,
});
