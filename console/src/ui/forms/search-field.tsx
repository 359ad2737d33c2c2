// A field of a form that is filled by searching: Enter or Tab takes the marked match, and Enter goes on to the next
// field. A match that arrives after the key is taken then, so that nobody has to wait for it.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { firstField } from './first-field.ts';
import fields from './fields.module.css';
import styles from './search-field.module.css';

interface SearchChoice {
  value: string;
  label: string;
  detail?: string | undefined;
  mark?: ReactNode;
}

interface SearchFieldProps {
  label: string;
  /** The field shows this text until somebody types. */
  text: string;
  choices: readonly SearchChoice[];
  /** The choices are still those of another text. */
  isSearching: boolean;
  emptyText: string;
  fault?: string | undefined;
  onSearch: (text: string) => void;
  onChoose: (value: string) => void;
  /** The field was emptied. */
  onClear: () => void;
  /** Says whether the typed text waits for a choice. */
  onTyping: (isTyping: boolean) => void;
}

function focusNext(field: HTMLInputElement | null): void {
  const inputs = field?.form?.querySelectorAll<HTMLElement>('input:not([type=file]), textarea');
  const all = [...(inputs ?? [])];
  all[field ? all.indexOf(field) + 1 : 0]?.focus();
}

export function SearchField(props: SearchFieldProps) {
  const { label, choices, isSearching, onChoose, onClear, onTyping, onSearch } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [isWaiting, setWaiting] = useState(false);

  const end = () => {
    setTyped(undefined);
    setOpen(false);
    setWaiting(false);
    onSearch('');
    onTyping(false);
  };
  const choose = (value: string) => {
    end();
    onChoose(value);
  };
  /** Returns false if nothing matches. */
  const take = (): boolean => {
    setOpen(false);
    setWaiting(isSearching);
    if (isSearching) return true;
    const chosen = choices[active] ?? choices[0];
    if (chosen) choose(chosen.value);
    return chosen !== undefined;
  };
  useEffect(() => {
    if (isWaiting && !isSearching) take();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the end of the search takes the match
  }, [isWaiting, isSearching]);

  const change = (text: string) => {
    setTyped(text);
    setActive(0);
    setOpen(true);
    setWaiting(false);
    onSearch(text.trim());
    onTyping(text.trim() !== '');
  };
  const leave = () => {
    if (typed === undefined || isWaiting) return setOpen(false);
    if (typed.trim() !== '') return void take();
    end();
    onClear();
  };
  const move = (event: KeyboardEvent, step: number) => {
    event.preventDefault();
    setOpen(true);
    if (isOpen) setActive((active + step + choices.length) % Math.max(choices.length, 1));
  };
  const keys: Readonly<Record<string, (event: KeyboardEvent) => void>> = {
    ArrowDown: (event) => move(event, 1),
    ArrowUp: (event) => move(event, -1),
    Enter: (event) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (isOpen && !take()) return;
      focusNext(input.current);
    },
    Escape: (event) => {
      if (!isOpen) return;
      event.stopPropagation();
      end();
    },
  };
  const hasNoMatch = typed !== undefined && typed.trim() !== '' && !isOpen && !isWaiting;
  const fault = hasNoMatch ? props.emptyText : props.fault;
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          id={id}
          ref={input}
          className={fields.input}
          value={typed ?? props.text}
          {...firstField}
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-list` : undefined}
          aria-activedescendant={isOpen && choices[active] ? `${id}-${active}` : undefined}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => keys[event.key]?.(event)}
          onBlur={leave}
        />
        {isOpen && (
          // The field keeps the focus while an option is pressed.
          <ul
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className={styles.list}
            onMouseDown={(event) => event.preventDefault()}
          >
            {choices.map(({ value, label: name, detail, mark }, index) => (
              <li
                key={value}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                className={styles.option}
                onClick={() => choose(value)}
              >
                {mark}
                {name}
                {detail !== undefined && <small>{detail}</small>}
              </li>
            ))}
            {choices.length === 0 && (
              <li className={styles.empty} role="presentation">
                {props.emptyText}
              </li>
            )}
          </ul>
        )}
      </div>
      {fault !== undefined && (
        <span id={`${id}-fault`} className={fields.fault} role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
