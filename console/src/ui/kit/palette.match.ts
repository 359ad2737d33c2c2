// Orders commands by how well they match: at the start of the label, of a word, or letter by letter.
interface Named {
  label: string;
  group: string;
}

function rank({ label, group }: Named, query: string): number {
  const text = label.toLowerCase();
  if (text.startsWith(query)) return 0;
  if (text.split(/\W+/).some((word) => word.startsWith(query))) return 1;
  if (`${text} ${group.toLowerCase()}`.includes(query)) return 2;
  let from = 0;
  for (const letter of query.replaceAll(' ', '')) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return Number.POSITIVE_INFINITY;
  }
  return 3;
}

export function matching<T extends Named>(items: readonly T[], text: string): T[] {
  const query = text.trim().toLowerCase();
  if (query === '') return [...items];
  return items
    .map((item) => ({ item, at: rank(item, query) }))
    .filter(({ at }) => Number.isFinite(at))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
