import type { ReactNode } from 'react';

export interface Column<R> {
  id: string;
  header: ReactNode;
  /** Screen readers announce the label where the header shows no text. */
  label?: string;
  width: string;
  align?: 'end';
  /** On a narrow screen the column appears on the second line, below `title`. Other columns are left out there. */
  isOnNarrow?: boolean;
  /** The column is left out where the grid is not wide, rather than cut in half. */
  isWide?: boolean;
  /** The column can be neither moved nor resized. */
  isFixed?: boolean;
  /** It is set if the list can be sorted by this column. */
  sort?: { direction: 'asc' | 'desc' | undefined; toggle: () => void };
  render: (row: R, marks: RowMarks) => ReactNode;
}

export interface RowMarks {
  isSelected: boolean;
  isTinted: boolean;
  isDimmed: boolean;
}

type PlacedColumn = Pick<Column<never>, 'id' | 'isOnNarrow' | 'isWide'>;

/** The styles place a cell by these attributes, depending on the width of the list. */
export const placeOf = ({ id, isOnNarrow, isWide }: PlacedColumn) => ({
  'data-column': id,
  'data-narrow': isOnNarrow,
  'data-wide': isWide,
});
