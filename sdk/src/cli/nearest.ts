// Finds the nearest of several names to a mistyped one.

/** Counts the edits between two texts: insertions, deletions, replacements and swaps of neighbours. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          (row[j - 1] ?? 0) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwap ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

/** Any name would be near a shorter text. */
const MIN_LENGTH = 3;

/** Returns undefined if none is near. A name that begins with the given text is near. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  if (given.length < MIN_LENGTH) return undefined;
  const most = Math.max(1, Math.floor(given.length / 3));
  const [best] = names
    .map((name) => ({
      name,
      edits: name.startsWith(given) ? 0.5 : distance(given, name),
    }))
    .toSorted((one, other) => one.edits - other.edits);
  return best && best.edits <= most ? best.name : undefined;
}
