// The widths of columns that were chosen: `widths` in the URL and those of a saved view, by the fields of the API.
import { valuesOf } from '../../search/index.ts';
import { MAX_WIDTH, MIN_WIDTH } from '../../ui/layout/grid-sizes.ts';

export type FieldWidths = Readonly<Record<string, number>>;

/** Reads `short_description:400,state:120`; parts that are no width are left out. */
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

/** The same widths are always the same text; undefined for none. */
export const writeWidths = (widths: FieldWidths): string | undefined =>
  Object.entries(widths)
    .map(([field, width]) => `${field}:${width}`)
    .toSorted()
    .join() || undefined;

/** With one width changed, or without it. */
export function withWidth(
  text: string | undefined,
  field: string,
  width: number | undefined,
): string | undefined {
  const { [field]: _, ...others } = readWidths(text);
  return writeWidths(width === undefined ? others : { ...others, [field]: width });
}
