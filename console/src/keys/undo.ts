// Undo, by the key and by the one message that offers it. Both undo the same change, and for the same time.
import { hideToast, toast } from '../ui/overlays/toast.tsx';
import { living, messageOf, type Undoable } from './undo.stack.ts';

const UNDO_MS = 8000;
const MESSAGE = 'undo';

let entries: Undoable[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function show(): void {
  clearTimeout(timer);
  const now = Date.now();
  entries = living(entries, now);
  const newest = entries.at(-1);
  if (!newest) return hideToast(MESSAGE);
  const { text, label } = messageOf(entries);
  const forMs = newest.until - now;
  toast(text, { id: MESSAGE, action: { label, run: () => undo.run() }, forMs });
  // A change before it may be left: those that are sent late can be undone for a shorter time.
  timer = setTimeout(show, forMs);
}

export const undo = {
  /** Says what was done and offers to undo it. The result takes the offer back, such as when it could not be saved. */
  offer: (text: string, run: () => void, forMs = UNDO_MS): (() => void) => {
    const entry = { text, run, until: Date.now() + forMs };
    entries = [...living(entries, Date.now()), entry];
    show();
    return () => {
      if (!entries.includes(entry)) return;
      entries = entries.filter((one) => one !== entry);
      show();
    };
  },
  /** False if there is nothing to undo. */
  run: (): boolean => {
    entries = living(entries, Date.now());
    const newest = entries.pop();
    newest?.run();
    show();
    return newest !== undefined;
  },
};
