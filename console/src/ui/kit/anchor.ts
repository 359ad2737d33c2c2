// Names the element that a dropdown belongs to. Mantine would wrap that element, which is on screen before Mantine is.
import { type Ref, useLayoutEffect } from 'react';

interface AnchorProps {
  element: HTMLElement | null;
  /** Given by Mantine's target. */
  ref?: Ref<HTMLElement>;
}

export function Anchor({ element, ref }: AnchorProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined;
    ref(element);
    return () => void ref(null);
  }, [element, ref]);
  return null;
}
