// A small panel opens at a button, or at an element that does not open it itself.
import { type ReactElement, type ReactNode, useId } from 'react';
import { dropdownPart } from '../kit/index.tsx';
import { useAnchor } from './use-anchor.ts';

const Panel = dropdownPart((parts) => parts.Panel);

interface PopoverProps {
  label: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  target: ReactElement;
  children: ReactNode;
}

export function Popover({ target, ...panel }: PopoverProps) {
  const { id, anchor, button } = useAnchor({ target, kind: 'dialog', isOpen: panel.isOpen });
  return (
    <>
      {button}
      <Panel id={id} anchor={anchor} {...panel} />
    </>
  );
}

interface PopoverAtProps extends Omit<PopoverProps, 'target'> {
  anchor: HTMLElement | null;
}

/** The panel is opened by a key, for example at a row. */
export const PopoverAt = (panel: PopoverAtProps) => <Panel id={useId()} {...panel} />;
