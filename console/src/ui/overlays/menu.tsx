// A menu is given as a table of actions or choices.
import { type ReactElement, useState } from 'react';
import type { MenuGroup } from '../kit/dropdowns.tsx';
import { dropdownPart } from '../kit/index.tsx';
import { useAnchor } from './use-anchor.ts';

const MenuList = dropdownPart((parts) => parts.MenuList);

interface MenuProps {
  groups: readonly MenuGroup[];
  target: ReactElement;
  position?: 'bottom-start' | 'bottom-end';
}

export function Menu({ groups, target, position = 'bottom-start' }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const onClick = () => setOpen(!isOpen);
  const { id, anchor, button } = useAnchor({ target, kind: 'menu', isOpen, onClick });
  return (
    <>
      {button}
      <MenuList {...{ id, anchor, isOpen, groups, position }} onChange={setOpen} />
    </>
  );
}
