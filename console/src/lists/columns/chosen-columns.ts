// Columns can be chosen: `cols` in the URL and the columns of a saved view name the fields of the API that they show.
import { valuesOf } from '../../search/index.ts';

export interface ChosenColumn {
  id: string;
  /** The column shows this field of the API; the field of its id by default. */
  field?: string;
  /** The column is shown only if it is chosen. */
  isExtra?: boolean;
  /** The column is always shown where it stands, such as the boxes to select rows. */
  isFixed?: boolean;
}

export interface LabelledColumn extends ChosenColumn {
  header: unknown;
  /** Screen readers read the label where the header shows no text. */
  label?: string;
}

export const labelOf = ({ id, label, header }: LabelledColumn): string =>
  label ?? (typeof header === 'string' ? header : id);

/** A row without its title could not be distinguished from others. */
const REQUIRED = 'title';

export const fieldOf = ({ id, field = id }: ChosenColumn): string => field;

export const isRequired = ({ id }: ChosenColumn): boolean => id === REQUIRED;

const defaultFields = (columns: readonly ChosenColumn[]): string[] =>
  columns.filter(({ isFixed, isExtra }) => !isFixed && !isExtra).map(fieldOf);

/** Returns the shown fields in their order; unknown ones are left out. */
function shownFields(columns: readonly ChosenColumn[], cols: string | undefined): string[] {
  const fields = new Set(columns.filter(({ isFixed }) => !isFixed).map(fieldOf));
  const known = [...new Set(valuesOf(cols))].filter((field) => fields.has(field));
  if (known.length === 0) return defaultFields(columns);
  const title = columns.filter(({ id }) => id === REQUIRED).map(fieldOf);
  return [...title.filter((field) => !known.includes(field)), ...known];
}

const colsOf = (columns: readonly ChosenColumn[], fields: readonly string[]): string | undefined =>
  fields.join() === defaultFields(columns).join() ? undefined : fields.join();

/** Returns `cols` with a column shown or hidden; undefined for the default columns. */
export function toggleColumn(
  columns: readonly ChosenColumn[],
  cols: string | undefined,
  field: string,
): string | undefined {
  const shown = shownFields(columns, cols);
  // An added column is placed as in the table: before the first shown column that follows it there.
  const table = columns.map(fieldOf);
  const following = new Set(table.slice(table.indexOf(field) + 1));
  const at = shown.findIndex((one) => following.has(one));
  const next = shown.includes(field)
    ? shown.filter((one) => one !== field)
    : shown.toSpliced(at === -1 ? shown.length : at, 0, field);
  return colsOf(columns, next);
}

/** Returns `cols` with a column in the place of another shown one. */
export function moveColumn(
  columns: readonly ChosenColumn[],
  cols: string | undefined,
  field: string,
  to: string,
): string | undefined {
  const shown = shownFields(columns, cols);
  const place = shown.indexOf(to);
  if (place === -1 || !shown.includes(field)) return cols;
  return colsOf(columns, shown.filter((one) => one !== field).toSpliced(place, 0, field));
}

/** Returns the columns in the order of `cols`; fixed ones stay before or after the others. */
export function arrangeColumns<C extends ChosenColumn>(
  columns: readonly C[],
  cols: string | undefined,
): C[] {
  const first = columns.findIndex(({ isFixed }) => !isFixed);
  const chosen = shownFields(columns, cols).flatMap((field) =>
    columns.filter((column) => !column.isFixed && fieldOf(column) === field),
  );
  return [
    ...columns.slice(0, first),
    ...chosen,
    ...columns.slice(first).filter(({ isFixed }) => isFixed),
  ];
}
