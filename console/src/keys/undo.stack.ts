// A change can be undone for as long as its message is shown.
export interface Undoable {
  /** Says what was done. */
  text: string;
  run: () => void;
  /** The change can be undone until this time, in milliseconds since the epoch. */
  until: number;
}

export const withoutExpired = (entries: readonly Undoable[], now: number): Undoable[] =>
  entries.filter(({ until }) => now < until);

/** One message covers all entries: it names the newest, which is undone next. */
export function messageOf(entries: readonly Undoable[]): { text: string; label: string } {
  const text = entries.at(-1)?.text ?? '';
  if (entries.length < 2) return { text, label: 'Undo' };
  return { text: `${entries.length} changes · ${text}`, label: 'Undo last' };
}
