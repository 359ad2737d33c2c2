// Repeats a key press in the element that has the focus, as if it had been typed there.
export interface Press {
  key: string;
  code: string;
  shiftKey: boolean;
}

/** Overlays have the keyboard for themselves. */
export const OVERLAYS = '[role=dialog], [role=menu], [role=listbox]';

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isTextField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type));

export const isField = (target: EventTarget | null): boolean =>
  isTextField(target) ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLElement && target.isContentEditable);

/** True while somebody writes in an overlay: nothing else may take the focus. */
export const isWritingInOverlay = (): boolean =>
  isField(document.activeElement) && document.activeElement?.closest(OVERLAYS) !== null;

/** The browser writes no text for key presses of a script. */
function write(field: TextField, key: string): void {
  const end = field.selectionEnd ?? field.value.length;
  const start = field.selectionStart ?? end;
  if (key === 'Backspace')
    field.setRangeText('', Math.min(start, Math.max(end - 1, 0)), end, 'end');
  else field.setRangeText(key, start, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

export function replay({ key, code, shiftKey }: Press): void {
  const target = document.activeElement ?? document.body;
  const init = { key, code, shiftKey, bubbles: true, cancelable: true };
  const isTaken = !target.dispatchEvent(new KeyboardEvent('keydown', init));
  if (isTaken) return;
  if (isTextField(target)) {
    if (key.length === 1 || key === 'Backspace') write(target, key);
    else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
  } else if (target instanceof HTMLButtonElement && ['Enter', ' '].includes(key)) target.click();
}
