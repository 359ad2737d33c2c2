// A shared view may filter by custom fields, or show columns of them, that not every reader of the view may know.
import { type Actor, isOwnAddress } from '../platform/context.ts';
import { picker } from '../platform/http/input/schema.ts';
import { changeName, type FieldViewer, FILTER_PREFIX, seesKeys } from '../records/index.ts';
import { recordTypes, View } from './views.schema.ts';
import type { ViewRow } from './views.sql.ts';

const pick = picker(View);
const COLUMN_PREFIX = changeName('');

interface ViewReader extends FieldViewer {
  actor: Actor;
}

const filterNames =
  (prefix: string, seesKey: (key: string) => boolean) =>
  (name: string): boolean =>
    !name.startsWith(prefix) || seesKey(name.slice(prefix.length));

const keep = <Value>(from: Record<string, Value>, isShown: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => isShown(name)));

/** The owner reads the view as it was saved. */
export function presentView(row: ViewRow, reader: ViewReader) {
  const shown = pick(row);
  if (isOwnAddress(reader.actor, row.owner)) return shown;
  const seesKey = seesKeys(recordTypes[row.list], reader);
  const isColumn = filterNames(COLUMN_PREFIX, seesKey);
  return {
    ...shown,
    query: keep(row.query, filterNames(FILTER_PREFIX, seesKey)),
    columns: row.columns.filter(isColumn),
    column_widths: keep(row.column_widths, isColumn),
  };
}
