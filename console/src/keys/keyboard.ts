// Listens for keys and runs the commands of the registry.
import { isLetterKey, pressName } from './command.ts';
import { Registry } from './registry.ts';

export const registry = new Registry();

const LETTERS = 'signalbox.letter-keys';

/** Single-letter keys can be switched off, as WCAG 2.1.4 asks; the palette has every command. */
export const letterKeys = {
  areOn: (): boolean => localStorage.getItem(LETTERS) !== 'off',
  set: (on: boolean): void => localStorage.setItem(LETTERS, on ? 'on' : 'off'),
};

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ['TEXTAREA', 'SELECT'].includes(target.tagName) ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)));

/** A dialog or an open menu has the keyboard for itself. */
const isCovered = (): boolean =>
  document.querySelector('[role=dialog], [role=menu], [role=listbox]') !== null;

/** Keys that controls use themselves. */
const isOfControl = (name: string, target: EventTarget | null): boolean =>
  ['Enter', 'Space'].includes(name) &&
  target instanceof HTMLElement &&
  target.closest('button, a, input, [role=button], summary') !== null;

function isSilent(name: string, target: EventTarget | null): boolean {
  if (name.startsWith('mod+')) return isCovered() && name !== 'mod+Enter';
  if (isField(target) || isCovered() || isOfControl(name, target)) return true;
  return isLetterKey(name) && !letterKeys.areOn();
}

export function listenForKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const name = pressName(event);
    if (isSilent(name, event.target)) return;
    const found = registry.find(name, event.timeStamp, ['everywhere', 'list', 'record']);
    if (!found) return;
    event.preventDefault();
    // After this event: a menu that opens during it would take the same key press as its own.
    if (found !== 'first' && found.unavailable === undefined) setTimeout(found.run);
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}
