// The columns of the queue that one can choose: `cols` in the URL and the columns of a saved view name the fields of the
// API that they show.
import { valuesOf } from '../../search/index.ts';

interface Choosable {
  /** The id of the column in the grid. */
  id: string;
  field: string;
  label: string;
  /** Shown unless other columns were chosen. */
  isDefault: boolean;
}

export const choosableColumns: readonly Choosable[] = [
  { id: 'priority', field: 'priority', label: 'Priority', isDefault: true },
  { id: 'id', field: 'id', label: 'Id', isDefault: true },
  { id: 'title', field: 'short_description', label: 'Title', isDefault: true },
  { id: 'state', field: 'state', label: 'State', isDefault: true },
  { id: 'sla', field: 'sla', label: 'SLA', isDefault: true },
  { id: 'assignee', field: 'assigned_to', label: 'Assignee', isDefault: true },
  { id: 'group', field: 'assignment_group', label: 'Group', isDefault: true },
  { id: 'category', field: 'category', label: 'Category', isDefault: false },
  { id: 'external', field: 'external_id', label: 'External id', isDefault: false },
  { id: 'notes', field: 'work_notes_count', label: 'Notes', isDefault: false },
  { id: 'created', field: 'created_at', label: 'Created', isDefault: false },
  { id: 'updated', field: 'updated_at', label: 'Updated', isDefault: true },
];

/** A row without its title could not be told from others. */
export const REQUIRED = 'short_description';

const byField = new Map(choosableColumns.map((column) => [column.field, column]));
const defaults = choosableColumns.filter(({ isDefault }) => isDefault).map(({ field }) => field);

/** The fields that are shown, in their order; unknown ones are left out. */
export function shownFields(cols: string | undefined): string[] {
  const known = [...new Set(valuesOf(cols))].filter((field) => byField.has(field));
  if (known.length === 0) return defaults;
  return known.includes(REQUIRED) ? known : [REQUIRED, ...known];
}

/** `cols` with a column shown or hidden; undefined if these are the columns that are shown without it. */
export function toggledCols(cols: string | undefined, field: string): string | undefined {
  const shown = shownFields(cols);
  if (field === REQUIRED) return cols;
  // One that is added goes where the table has it, before the first shown one that follows there.
  const table = choosableColumns.map((column) => column.field);
  const following = new Set(table.slice(table.indexOf(field) + 1));
  const at = shown.findIndex((one) => following.has(one));
  const next = shown.includes(field)
    ? shown.filter((one) => one !== field)
    : shown.toSpliced(at === -1 ? shown.length : at, 0, field);
  return next.join() === defaults.join() ? undefined : next.join();
}

/** The columns of the grid in the order of `cols`; those that cannot be chosen stay where they are. */
export function arranged<C extends { id: string }>(
  columns: readonly C[],
  cols: string | undefined,
): C[] {
  const choosable = new Set(choosableColumns.map(({ id }) => id));
  const first = columns.findIndex(({ id }) => choosable.has(id));
  const chosen = shownFields(cols).flatMap((field) =>
    columns.filter(({ id }) => id === byField.get(field)?.id),
  );
  const isFixed = ({ id }: C) => !choosable.has(id);
  return [...columns.slice(0, first), ...chosen, ...columns.slice(first).filter(isFixed)];
}
