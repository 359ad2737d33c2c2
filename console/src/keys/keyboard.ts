// Listens for keys and runs the commands of the registry.
import { isLetterKey, pressName } from './command.ts';
import { type BoundCommand, Registry } from './registry.ts';
import { isField, OVERLAYS } from './replay.ts';
import { bufferKeys, takeKey } from './type-ahead.ts';

export const registry = new Registry();

const LETTERS = 'signalbox.letter-keys';

let allowedLetters: readonly string[] | undefined;

/** Single-letter keys can be switched off, as WCAG 2.1.4 asks; the search box has every command. */
export const letterKeys = {
  areOn: (): boolean => localStorage.getItem(LETTERS) !== 'off',
  set: (on: boolean): void => localStorage.setItem(LETTERS, on ? 'on' : 'off'),
  /** People who do not know the keys must not run a command by a slip: only these letters work for them. */
  limitTo: (letters: readonly string[] | undefined): void => {
    allowedLetters = letters;
  },
};

/** A dialog or an open menu has the keyboard for itself. */
const isCovered = (): boolean => document.querySelector(OVERLAYS) !== null;

/** Controls use these keys themselves. */
const isOfControl = (name: string, target: EventTarget | null): boolean =>
  ['Enter', 'Space'].includes(name) &&
  target instanceof HTMLElement &&
  target.closest('button, a, input, [role=button], summary') !== null;

function isSilent(name: string, target: EventTarget | null): boolean {
  if (name.startsWith('mod+')) return isCovered() && name !== 'mod+Enter';
  if (isField(target) || isCovered() || isOfControl(name, target)) return true;
  const areOn = allowedLetters?.includes(name) ?? letterKeys.areOn();
  return isLetterKey(name) && !areOn;
}

export function runCommand({ run, opens }: BoundCommand): void {
  if (opens === 'at once') return run();
  // The command runs after this event: a menu that opens during it would take the same key press as its own.
  setTimeout(run);
  if (opens) void bufferKeys(opens);
}

export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that was buffered for an overlay runs no command.
    if (!event.isTrusted || event.defaultPrevented || event.isComposing || event.altKey) return;
    const name = pressName(event);
    if (isSilent(name, event.target)) return;
    const found = registry.find(name, event.timeStamp, ['everywhere', 'list', 'record']);
    if (!found) return;
    event.preventDefault();
    if (found === 'first' || found.unavailable !== undefined) return;
    runCommand(found);
  };
  addEventListener('keydown', takeKey, { capture: true });
  document.addEventListener('keydown', onKeyDown);
  return () => {
    removeEventListener('keydown', takeKey, { capture: true });
    document.removeEventListener('keydown', onKeyDown);
  };
}
