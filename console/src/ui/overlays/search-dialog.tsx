// The dialog of the search is in the first load and needs no other part: it has the focus before the next key arrives.
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../forms/button.tsx';
import { CloseIcon, SearchIcon } from '../icons.ts';
import styles from './search-dialog.module.css';
import { nextOption } from './search-dialog.moves.ts';

/** The element of an option has these properties; a click on it chooses it. */
export interface OptionProps {
  id: string;
  role: 'option';
  'aria-selected': boolean;
  tabIndex: -1;
  className: string;
  onMouseMove: () => void;
}

interface Keyed {
  key: string;
}

interface SearchDialogProps<Item extends Keyed> {
  label: string;
  text: string;
  onText: (text: string) => void;
  sections: readonly { heading: string; items: readonly Item[] }[];
  /** Enter waits while the options are loading, unless one was chosen; if they fail to load, it chooses nothing. */
  progress: 'complete' | 'loading' | 'failed';
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
  const id = useId();
  const [moved, setMoved] = useState<string>();
  const [isAwaited, setAwaited] = useState(false);
  useReturnedFocus(dialog);
  const keys = sections.flatMap(({ items }) => items.map(({ key }) => key));
  const isMoved = moved !== undefined && keys.includes(moved);
  // The option that Enter would choose now is marked.
  const first = progress === 'loading' ? undefined : keys[0];
  const active = isMoved ? moved : first;
  const idOf = (key: string): string => `${id}-${keys.indexOf(key)}`;
  const elementOf = (key = ''): HTMLElement | null =>
    document.querySelector(`#${CSS.escape(idOf(key))}`);

  useEffect(() => {
    if (!isAwaited || progress === 'loading') return;
    setAwaited(false);
    if (progress === 'complete') elementOf(keys[0])?.click();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the options are those of this progress
  }, [isAwaited, progress]);

  const move = (key: string | undefined) => {
    setAwaited(false);
    setMoved(key);
    elementOf(key)?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (isNewTab: boolean) => {
    if (!isMoved && progress === 'loading') return setAwaited(true);
    const element = elementOf(active);
    if (isNewTab && element instanceof HTMLAnchorElement) open(element.href, '_blank', 'noopener');
    else element?.click();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, ctrlKey, metaKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const isField = event.target instanceof HTMLInputElement;
    const next = nextOption(keys, active, key);
    if (key === 'Tab') return keepFocusInside(event);
    if (key === 'Escape') onClose();
    else if ((ctrlKey || metaKey) && key.toLowerCase() === 'k')
      event.currentTarget.querySelector('input')?.select();
    else if (key === 'Enter' && isField) choose(ctrlKey || metaKey);
    else if (next !== undefined && isField) move(next);
    else return;
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
            role="combobox"
            aria-label={label}
            aria-expanded={keys.length > 0}
            aria-controls={keys.length > 0 ? id : undefined}
            aria-activedescendant={active === undefined ? undefined : idOf(active)}
            aria-autocomplete="list"
            placeholder={label}
            maxLength={MAX_TEXT}
            enterKeyHint="go"
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => {
              setAwaited(false);
              setMoved(undefined);
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
          <div id={id} className={styles.list} role="listbox" aria-label="Results">
            {sections.map(({ heading, items }) => (
              <div key={heading} role="group" aria-label={heading}>
                <div className={styles.heading} aria-hidden>
                  {heading}
                </div>
                {items.map((item) =>
                  renderOption(item, {
                    id: idOf(item.key),
                    role: 'option',
                    'aria-selected': item.key === active,
                    tabIndex: -1,
                    className: styles.option ?? '',
                    onMouseMove: () => item.key !== active && setMoved(item.key),
                  }),
                )}
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
