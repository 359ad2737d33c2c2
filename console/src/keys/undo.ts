// The undo key and the undo message apply to the same change, and for the same time.
import { hideToast, toast } from '../ui/overlays/toast.tsx';
import { withoutExpired, messageOf, type Undoable } from './undo.stack.ts';

const UNDO_MS = 8000;
const MESSAGE = 'undo';

let entries: Undoable[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

function show(): void {
  clearTimeout(timer);
  const now = Date.now();
  entries = withoutExpired(entries, now);
  const newest = entries.at(-1);
  if (!newest) return hideToast(MESSAGE);
  const { text, label } = messageOf(entries);
  const forMs = newest.until - now;
  toast(text, { id: MESSAGE, action: { label, run: () => undo.run() }, forMs });
  // An earlier change may still be open: changes that are sent with a delay can be undone for a shorter time.
  timer = setTimeout(show, forMs);
}

export const undo = {
  /** Says what was done and offers to undo it. The returned function withdraws the offer, as when saving has failed. */
  offer: (text: string, run: () => void, forMs = UNDO_MS): (() => void) => {
    const entry = { text, run, until: Date.now() + forMs };
    entries = [...withoutExpired(entries, Date.now()), entry];
    show();
    return () => {
      if (!entries.includes(entry)) return;
      entries = entries.filter((one) => one !== entry);
      show();
    };
  },
  /** Returns false if there is nothing to undo. */
  run: (): boolean => {
    entries = withoutExpired(entries, Date.now());
    const newest = entries.pop();
    newest?.run();
    show();
    return newest !== undefined;
  },
};
