// The dialog of the search is in the first load and needs no other part: it has the focus before the next key arrives.
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import { Button } from '../forms/button.tsx';
import { CloseIcon, SearchIcon } from '../icons.ts';
import styles from './search-dialog.module.css';
import { type OptionProps, type OptionsProgress, useOptions } from './use-options.ts';

export type { OptionProps } from './use-options.ts';

interface Keyed {
  key: string;
}

interface SearchDialogProps<Item extends Keyed> {
  label: string;
  text: string;
  onText: (text: string) => void;
  sections: readonly { heading: string; items: readonly Item[] }[];
  progress: OptionsProgress;
  /** The message appears above the options. */
  message: ReactNode;
  renderOption: (item: Item, props: OptionProps) => ReactNode;
  onClose: () => void;
}

const MAX_TEXT = 200;

/** The focus goes back to where it was, unless something else has taken it. */
function useReturnedFocus(dialog: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [box, before] = [dialog.current, document.activeElement];
    box?.querySelector('input')?.focus();
    return () => {
      if (box?.contains(document.activeElement) && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, [dialog]);
}

function keepFocusInside(event: KeyboardEvent<HTMLElement>): void {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  event.preventDefault();
  stops.at((at + (event.shiftKey ? -1 : 1)) % stops.length)?.focus();
}

export function SearchDialog<Item extends Keyed>({
  label,
  text,
  onText,
  sections,
  progress,
  message,
  renderOption,
  onClose,
}: SearchDialogProps<Item>) {
  const dialog = useRef<HTMLDivElement>(null);
  useReturnedFocus(dialog);
  const keys = sections.flatMap(({ items }) => items.map(({ key }) => key));
  const options = useOptions(keys, progress);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const isField = event.target instanceof HTMLInputElement;
    if (key === 'Tab') return keepFocusInside(event);
    if (key === 'Escape') onClose();
    else if ((ctrlKey || metaKey) && key.toLowerCase() === 'k')
      event.currentTarget.querySelector('input')?.select();
    else if (!isField || !options.takeKey(event)) return;
    event.preventDefault();
  };
  /** A click beside the field must not take the focus from it. */
  const keepFocus = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
  };

  return (
    <div
      className={styles.overlay}
      role="presentation"
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div
        ref={dialog}
        className={styles.dialog}
        role="dialog"
        aria-modal
        aria-label={label}
        onKeyDown={onKeyDown}
        onMouseDown={keepFocus}
      >
        <div className={styles.field}>
          <SearchIcon />
          <input
            {...options.field}
            aria-label={label}
            placeholder={label}
            maxLength={MAX_TEXT}
            enterKeyHint="go"
            value={text}
            onChange={({ target }) => {
              options.reset();
              onText(target.value);
            }}
          />
          <Button
            variant="quiet"
            icon={<CloseIcon />}
            label="Close"
            keys={['Escape']}
            onClick={onClose}
          />
        </div>
        <div className={styles.message} role="status">
          {message}
        </div>
        {keys.length > 0 && (
          <div id={options.id} className={styles.list} role="listbox" aria-label="Results">
            {sections.map(({ heading, items }) => (
              <div key={heading} role="group" aria-label={heading}>
                <div className={styles.heading} aria-hidden>
                  {heading}
                </div>
                {items.map((item) => renderOption(item, options.optionOf(item.key, styles.option)))}
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
