import type { Order } from '../../search/index.ts';
import type { Column } from '../../ui/layout/grid-column.ts';
import type { ChosenColumn } from './chosen-columns.ts';

/** A part of a field is named by a path, such as `health.status`. */
type FieldOf<R> = (keyof R & string) | `${keyof R & string}.${string}`;

export interface ListColumn<R> extends Omit<Column<R>, 'sort'>, ChosenColumn {
  field?: FieldOf<R>;
  /** The first press sorts by this value of `sort`, in this order. */
  sort?: { by: string; first: Order };
  /** A file has this text; it is needed where the cell does not show the value of its field. */
  text?: (row: R) => string;
}
