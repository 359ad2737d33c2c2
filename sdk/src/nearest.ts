// Finds the name that a mistyped one probably means. The command line and the server use it, so it imports nothing.

/** Counts the edits between two texts: insertions, deletions, replacements and swaps of neighbours. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** Any name would be near a shorter text. */
const MIN_LENGTH = 3;
/** The time grows with the product of both lengths, and callers choose one of them. */
const MAX_LENGTH = 100;

/** Names of other lengths need more edits than `most`, so they are not compared. */
function editsTo(given: string, name: string, most: number): number {
  if (name === given) return 0;
  if (given.length < MIN_LENGTH) return Infinity;
  if (name.startsWith(given)) return 0.5;
  return Math.abs(name.length - given.length) > most ? Infinity : distance(given, name);
}

/**
 * Returns undefined if none is near. A name that begins with the given text is near, and so is one that differs from it
 * only in upper and lower case.
 */
export function nearest(given: string, names: readonly string[]): string | undefined {
  if (given.length > MAX_LENGTH) return undefined;
  const most = Math.max(1, Math.floor(given.length / 3));
  const lowered = given.toLowerCase();
  let best: { name: string; edits: number } | undefined;
  for (const name of names) {
    const edits = editsTo(lowered, name.toLowerCase(), most);
    if (edits <= most && edits < (best?.edits ?? Infinity)) best = { name, edits };
  }
  return best?.name;
}
