// Every line of a mail is compared with some hundred beginnings, so they are found by their first characters.

const KEY_LENGTH = 2;

/** Returns a function that says whether a text begins with one of these, each of which has at least two characters. */
export function beginningOf(beginnings: readonly string[]): (text: string) => boolean {
  const byKey = Map.groupBy(beginnings, (beginning) => beginning.slice(0, KEY_LENGTH));
  return (text) =>
    byKey.get(text.slice(0, KEY_LENGTH))?.some((beginning) => text.startsWith(beginning)) ?? false;
}
