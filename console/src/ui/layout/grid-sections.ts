// A grid may divide its rows into sections. The divider adds to the height of the first row of its section, so that the
// indexes of rows stay those of the list.
export interface SectionText {
  label: string;
  /** The count of its records, once it is known. */
  count?: string | undefined;
}

export interface GridSection extends SectionText {
  id: string;
  /** The section begins with the row of this index. */
  start: number;
}

export const DIVIDER_HEIGHT = 28;

/** Returns the height of the divider above a row, which most rows lack. */
export const dividerAt = (sections: readonly GridSection[], index: number): number =>
  sections.some(({ start }) => start === index) ? DIVIDER_HEIGHT : 0;

/** A change of this text moves rows. */
export const placesOf = (sections: readonly GridSection[]): string =>
  sections.map(({ start }) => start).join();

export interface SectionItems<I> {
  /** A grid without sections has undefined here. */
  section: GridSection | undefined;
  items: I[];
}

/** Groups the rows in view by their section. */
export function groupItems<I extends { index: number }>(
  sections: readonly GridSection[],
  items: readonly I[],
): SectionItems<I>[] {
  const groups: SectionItems<I>[] = [];
  for (const item of items) {
    const section = sections.findLast(({ start }) => start <= item.index);
    const last = groups.at(-1);
    if (last && last.section === section) last.items.push(item);
    else groups.push({ section, items: [item] });
  }
  return groups;
}
