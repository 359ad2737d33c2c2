import { type FocusEvent, useEffect, useRef } from 'react';

/** A browser takes the focus from an element that moves in the page; the button that moved it gets it back. */
export function useRestoredFocus(order: string) {
  const focused = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus();
  }, [order]);
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target;
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      // A person moved the focus to another element; an element that moves loses it to none.
      if (relatedTarget) focused.current = undefined;
    },
  };
}
