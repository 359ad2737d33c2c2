// The last action that can be undone, for eight seconds.
const UNDO_MS = 8000;

let last: { run: () => void; until: number } | undefined;

export const undo = {
  offer: (run: () => void): void => {
    last = { run, until: Date.now() + UNDO_MS };
  },
  /** False if there is nothing to undo. */
  run: (): boolean => {
    const found = last && Date.now() < last.until ? last : undefined;
    last = undefined;
    found?.run();
    return found !== undefined;
  },
};
