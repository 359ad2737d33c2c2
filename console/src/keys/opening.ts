// An overlay or page is ready once it has taken the keyboard.
export interface Opening {
  opens: 'overlay' | 'page';
  /** Time is counted in polls of the page, so that none passes while the page is busy. */
  waitedMs: number;
  /** Its files are being loaded. */
  isLoading: boolean;
  /** The overlay or page is on screen. */
  isShown: boolean;
  hasFocus: boolean;
}

/** The page may take this long to react before anything says that something opens. A page is loaded before it is shown. */
const REACTION_MS = { overlay: 300, page: 5000 };
/** An overlay that does not take the focus in this time has nothing to type into. */
const FOCUS_MS = 3000;
const LOADING_MS = 15_000;

export function readinessOf(opening: Opening): 'awaited' | 'ready' | 'absent' {
  const { opens, waitedMs, isLoading, isShown, hasFocus } = opening;
  if (hasFocus && !isLoading) return 'ready';
  const limits = [REACTION_MS[opens], isShown ? FOCUS_MS : 0, isLoading ? LOADING_MS : 0];
  return waitedMs < Math.max(...limits) ? 'awaited' : 'absent';
}
