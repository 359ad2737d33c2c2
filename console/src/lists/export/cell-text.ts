import { plainText } from '../../words/index.ts';
import { fieldOf } from '../columns/chosen-columns.ts';

interface TextColumn<R> {
  id: string;
  field?: string;
  text?: (row: R) => string;
}

/** Returns the value at a path such as `health.status`. */
const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row);

export function cellText<R>(column: TextColumn<R>, row: R): string {
  if (column.text) return column.text(row);
  const field = fieldOf(column);
  return plainText(field.slice(field.lastIndexOf('.') + 1), valueAt(row, field));
}
