// Gives a button the attributes of one that opens a dropdown, and returns its element for the dropdown to stand at.
import { cloneElement, type ReactElement, type Ref, useCallback, useId, useState } from 'react';

interface TargetProps {
  ref?: Ref<HTMLElement>;
  onClick?: (event: React.MouseEvent<HTMLElement>) => void;
}

interface AnchorOptions {
  target: ReactElement;
  kind: 'menu' | 'dialog';
  isOpen: boolean;
  onClick?: () => void;
}

interface AnchoredButton {
  id: string;
  anchor: HTMLElement | null;
  button: ReactElement;
}

export function useAnchor({ target, kind, isOpen, onClick }: AnchorOptions): AnchoredButton {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const own = target.props as TargetProps;
  const { ref: given } = own;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      setAnchor(element);
      if (typeof given === 'function') given(element);
      else if (given) given.current = element;
    },
    [given],
  );
  const button = cloneElement(
    target as ReactElement<object>,
    {
      id,
      ref,
      'aria-haspopup': kind,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      ...(onClick && {
        onClick: (event: React.MouseEvent<HTMLElement>) => {
          own.onClick?.(event);
          onClick();
        },
      }),
    } as object,
  );
  return { id, anchor, button };
}
