// A column of a list: how it is shown, sorted and chosen.
import type { Order } from '../../search/index.ts';
import type { Column } from '../../ui/layout/grid-column.ts';
import type { ChosenColumn } from './chosen-columns.ts';

/** A field of the rows, or a part of one, such as `health.status`. */
type FieldOf<R> = (keyof R & string) | `${keyof R & string}.${string}`;

export interface ListColumn<R> extends Omit<Column<R>, 'sort'>, ChosenColumn {
  field?: FieldOf<R>;
  /** The value of `sort` for this column, and the order of the first press. */
  sort?: { by: string; first: Order };
  /** Its text in a file; needed where the cell does not show the value of its field. */
  text?: (row: R) => string;
}
