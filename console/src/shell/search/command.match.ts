// Orders commands by how well they match: at the start of the label, of a word, within it, or by the starts of its words.
interface Named {
  label: string;
}

/** Reads the text as the beginnings of words in their order: "asme" is "assign to me". */
function isAbbreviation(text: string, words: readonly string[]): boolean {
  let left = text.replaceAll(' ', '');
  for (const word of words) {
    let length = 0;
    while (length < word.length && word[length] === left[length]) length += 1;
    left = left.slice(length);
  }
  return left === '';
}

function rank(label: string, text: string): number {
  const name = label.toLowerCase();
  const words = name.split(/\W+/);
  const ranks = [
    name.startsWith(text),
    words.some((word) => word.startsWith(text)),
    name.includes(text),
    isAbbreviation(text, words),
  ];
  const found = ranks.indexOf(true);
  return found === -1 ? Number.POSITIVE_INFINITY : found;
}

/** Items that match equally well stay in their order. */
export function matching<T extends Named>(items: readonly T[], typed: string): T[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [...items];
  return items
    .map((item) => ({ item, at: rank(item.label, text) }))
    .filter(({ at }) => Number.isFinite(at))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
