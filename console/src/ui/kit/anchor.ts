// Tells Mantine which element a dropdown belongs to. Mantine would wrap it, but it is on screen before Mantine has loaded.
import { type Ref, useLayoutEffect } from 'react';

interface AnchorProps {
  element: HTMLElement | null;
  /** Mantine's target sets it. */
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
