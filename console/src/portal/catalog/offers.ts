// Items are found by their words, and listed by category.
import type { OfferedItem } from '../../api/index.ts';

export interface Category {
  name: string;
  items: readonly OfferedItem[];
}

const compare = (one: string, other: string): number => one.localeCompare(other, 'en');

/** Every word must occur in the name, the summary or the category. */
export function matchingOffers(items: readonly OfferedItem[], typed: string): OfferedItem[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean);
  return items.filter(({ name, summary, category }) => {
    const text = [name, summary ?? '', category].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export const categoriesOf = (items: readonly OfferedItem[]): Category[] =>
  [...Map.groupBy(items, ({ category }) => category)]
    .map(([name, of]) => ({
      name,
      items: of.toSorted((one, other) => compare(one.name, other.name)),
    }))
    .toSorted((one, other) => compare(one.name, other.name));
