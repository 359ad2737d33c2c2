// The changes that can be undone now, the oldest first. Each of them can be for as long as its message is shown.
export interface Undoable {
  /** Says what was done. */
  text: string;
  run: () => void;
  /** In milliseconds since the epoch. */
  until: number;
}

export const living = (entries: readonly Undoable[], now: number): Undoable[] =>
  entries.filter(({ until }) => now < until);

/** One message for all of them: it names the newest, which is the one that is undone next. */
export function messageOf(entries: readonly Undoable[]): { text: string; label: string } {
  const text = entries.at(-1)?.text ?? '';
  if (entries.length < 2) return { text, label: 'Undo' };
  return { text: `${entries.length} changes · ${text}`, label: 'Undo last' };
}
