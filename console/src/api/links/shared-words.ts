// Two reports of one trouble share some words, seldom all.

/** Shorter words are in most texts. */
const MIN_LETTERS = 4;
/** A query has at most this many alternatives. */
const MAX_WORDS = 8;

const wordsOf = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u))].filter(
    ({ length }) => length >= MIN_LETTERS,
  );

/** Returns a search for incidents with any of the words; undefined if the text has too few. */
export function anyWordQuery(text: string): string | undefined {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  return words.length < 2 ? undefined : words.join(' or ');
}

/** Counts the words of a text that others contain, in any ending: "printers" is in "printer". */
export function countSharedWords(text: string, others: readonly string[]): number {
  const known = others.flatMap(wordsOf);
  const isShared = (word: string) =>
    known.some((other) => other.startsWith(word) || word.startsWith(other));
  return wordsOf(text).filter(isShared).length;
}
