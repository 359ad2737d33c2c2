// Whether something that was opened has taken the keyboard.
export interface Opening {
  opens: 'overlay' | 'page';
  /** Counted in looks at the page: while the page is busy, no time passes. */
  waitedMs: number;
  /** Its files are on their way. */
  isLoading: boolean;
  /** It is on screen. */
  isShown: boolean;
  hasFocus: boolean;
}

/** Time for the page to react, where nothing says yet that something opens. A page is loaded before it is shown. */
const REACTION_MS = { overlay: 300, page: 5000 };
/** Shown without taking the focus, it has nothing to type into. */
const FOCUS_MS = 3000;
const LOADING_MS = 15_000;

export function readinessOf(opening: Opening): 'awaited' | 'ready' | 'absent' {
  const { opens, waitedMs, isLoading, isShown, hasFocus } = opening;
  if (hasFocus && !isLoading) return 'ready';
  const limits = [REACTION_MS[opens], isShown ? FOCUS_MS : 0, isLoading ? LOADING_MS : 0];
  return waitedMs < Math.max(...limits) ? 'awaited' : 'absent';
}
