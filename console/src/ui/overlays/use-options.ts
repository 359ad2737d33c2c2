// A field moves through the options beneath it by arrows, and Enter follows the marked one.
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { nextOption } from './search-dialog.moves.ts';

/** Enter waits while the options are loading, unless one was chosen; if they fail to load, it chooses nothing. */
export type OptionsProgress = 'complete' | 'loading' | 'failed';

/** The element of an option has these properties; a click on it chooses it. */
export interface OptionProps {
  id: string;
  role: 'option';
  'aria-selected': boolean;
  tabIndex: -1;
  className: string;
  onMouseMove: () => void;
}

export function useOptions(keys: readonly string[], progress: OptionsProgress) {
  const id = useId();
  const [moved, setMoved] = useState<string>();
  const [isAwaited, setAwaited] = useState(false);
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

  const move = (key: string) => {
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
  return {
    /** The list has this id. */
    id,
    field: {
      role: 'combobox',
      'aria-expanded': keys.length > 0,
      'aria-controls': keys.length > 0 ? id : undefined,
      'aria-activedescendant': active === undefined ? undefined : idOf(active),
      'aria-autocomplete': 'list',
      autoComplete: 'off',
      spellCheck: false,
    } as const,
    optionOf: (key: string, className = ''): OptionProps => ({
      id: idOf(key),
      role: 'option',
      'aria-selected': key === active,
      tabIndex: -1,
      className,
      onMouseMove: () => key !== active && setMoved(key),
    }),
    /** The text of the field has changed. */
    reset: () => {
      setAwaited(false);
      setMoved(undefined);
    },
    /** Returns true if the key of the field was one of the options. */
    takeKey: ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>) => {
      const next = nextOption(keys, active, key);
      if (key === 'Enter') choose(ctrlKey || metaKey);
      else if (next === undefined) return false;
      else move(next);
      return true;
    },
  };
}
