// A column of a list: how it is shown, sorted and chosen.
import type { Order } from '../../search/index.ts';
import type { Column } from '../../ui/layout/grid.tsx';
import type { ChosenColumn } from './chosen-columns.ts';

export interface ListColumn<R> extends Omit<Column<R>, 'sort'>, ChosenColumn {
  /** The value of `sort` for this column, and the order of the first press. */
  sort?: { by: string; first: Order };
}
