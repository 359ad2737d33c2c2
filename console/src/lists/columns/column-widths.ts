// Widths of columns can be chosen: `widths` in the URL and those of a saved view are by fields of the API.
import { valuesOf } from '../../search/index.ts';
import { MAX_WIDTH, MIN_WIDTH } from '../../ui/layout/grid-sizes.ts';

export type FieldWidths = Readonly<Record<string, number>>;

/** Reads `short_description:400,state:120`; invalid parts are left out. */
export const readWidths = (text: string | undefined): FieldWidths =>
  Object.fromEntries(
    valuesOf(text).flatMap((part) => {
      const [, field, digits] = /^([\w.]+):(\d+)$/.exec(part) ?? [];
      const width = Number(digits);
      return field !== undefined && width >= MIN_WIDTH && width <= MAX_WIDTH
        ? [[field, width]]
        : [];
    }),
  );

/** The same widths always give the same text; undefined for none. */
export const writeWidths = (widths: FieldWidths): string | undefined =>
  Object.entries(widths)
    .map(([field, width]) => `${field}:${width}`)
    .toSorted()
    .join() || undefined;

/** Returns the text with one width changed or removed. */
export function withWidth(
  text: string | undefined,
  field: string,
  width: number | undefined,
): string | undefined {
  const { [field]: _, ...others } = readWidths(text);
  return writeWidths(width === undefined ? others : { ...others, [field]: width });
}
