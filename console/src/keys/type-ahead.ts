// Keys typed while a dialog, a menu or a page is still opening belong to it: none of them runs a command of the page
// beneath, and all of them arrive in order once it has the focus.
import { readinessOf, type Opening } from './opening.ts';
import { isField, OVERLAYS, type Press, replay } from './replay.ts';

const INTERVAL_MS = 10;
/** A field or a list of choices understands these keys besides letters. */
const BUFFERED = new Set([
  'Enter',
  'Escape',
  'Backspace',
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
]);

let typed: Press[] | undefined;

function observe(opens: Opening['opens'], before: Element | null, waitedMs: number): Opening {
  const focused = document.activeElement;
  const isMoved = focused !== before;
  return {
    opens,
    waitedMs,
    isLoading: document.querySelector('[data-opening]') !== null,
    isShown: document.querySelector(OVERLAYS) !== null,
    hasFocus:
      isMoved && (isField(focused) || Boolean(focused?.closest(`${OVERLAYS}, [role=toolbar]`))),
  };
}

const pause = (ms = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Delivers one key at a time: a list of choices must have followed the letters before Enter chooses from it. */
async function deliver(keys: Press[]): Promise<void> {
  for (let press = keys.shift(); press; press = keys.shift()) {
    replay(press);
    await pause();
  }
}

/** Buffers keys until the overlay or page has taken the focus, or nothing has opened. */
export async function bufferKeys(opens: 'overlay' | 'page'): Promise<void> {
  if (typed) return;
  const keys: Press[] = [];
  typed = keys;
  const before = document.activeElement;
  try {
    let readiness = 'awaited';
    for (let waitedMs = 0; readiness === 'awaited'; waitedMs += INTERVAL_MS) {
      await pause(INTERVAL_MS);
      readiness = readinessOf(observe(opens, before, waitedMs));
    }
    if (readiness === 'ready') await deliver(keys);
  } finally {
    typed = undefined;
  }
}

/** Takes a key press from the page if something is opening. */
export function takeKey(event: KeyboardEvent): void {
  if (!event.isTrusted || event.isComposing) return;
  if (!typed) {
    // The mouse may have opened something, too.
    if (!document.querySelector('[data-opening]')) return;
    void bufferKeys('overlay');
  }
  event.stopImmediatePropagation();
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  // Shortcuts of the browser and the system still work.
  if (ctrlKey || metaKey || altKey || (key.length > 1 && !BUFFERED.has(key))) return;
  event.preventDefault();
  typed?.push({ key, code, shiftKey });
}
