// Menus and panels open at a button that is on screen before Mantine has loaded.
import { Menu as MantineMenu, Popover as MantinePopover } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { DoneIcon } from '../icons.ts';
import { Keys } from '../marks/keys.tsx';
import { Anchor } from './anchor.ts';
import { KitProvider } from './provider.tsx';
import styles from './kit.module.css';

interface MenuItem {
  label: string;
  icon?: ReactNode;
  keys?: string | undefined;
  isChosen?: boolean;
  unavailable?: string | undefined;
  run: () => void;
}

export interface MenuGroup {
  label?: string;
  items: readonly MenuItem[];
}

interface DropdownProps {
  /** Mantine derives the id of the dropdown from the id of the button. */
  id: string;
  anchor: HTMLElement | null;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

const Item = ({ label, icon, keys, isChosen, unavailable, run }: MenuItem) => (
  <MantineMenu.Item
    leftSection={icon}
    rightSection={keys === undefined ? isChosen && <DoneIcon /> : <Keys keys={keys} />}
    disabled={unavailable !== undefined}
    title={unavailable}
    aria-current={isChosen || undefined}
    onClick={run}
  >
    {label}
  </MantineMenu.Item>
);

interface MenuListProps extends DropdownProps {
  groups: readonly MenuGroup[];
  position: 'bottom-start' | 'bottom-end';
}

export const MenuList = ({ id, anchor, isOpen, onChange, groups, position }: MenuListProps) => (
  <KitProvider>
    <MantineMenu
      id={id}
      opened={isOpen}
      onChange={onChange}
      position={position}
      offset={4}
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
      classNames={{
        dropdown: styles.menu ?? '',
        item: styles.item ?? '',
        label: styles.menuLabel ?? '',
        divider: styles.divider ?? '',
      }}
    >
      <MantineMenu.Target>
        <Anchor element={anchor} />
      </MantineMenu.Target>
      <MantineMenu.Dropdown>
        {groups.map(({ label, items }, index) => (
          <div key={label ?? index} role="group" aria-label={label}>
            {index > 0 && <MantineMenu.Divider />}
            {label !== undefined && <MantineMenu.Label>{label}</MantineMenu.Label>}
            {items.map((item) => (
              <Item key={item.label} {...item} />
            ))}
          </div>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  </KitProvider>
);

interface PanelProps extends DropdownProps {
  label: string;
  children: ReactNode;
}

/** Content that replaces the focused element takes the focus, as on opening; otherwise keys would go to the page below. */
function useFocusOfContent(isOpen: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  });
  return panel;
}

export function Panel({ id, anchor, isOpen, onChange, label, children }: PanelProps) {
  const panel = useFocusOfContent(isOpen);
  return (
    <KitProvider>
      <MantinePopover
        id={id}
        opened={isOpen}
        onChange={onChange}
        position="bottom-start"
        offset={4}
        width={280}
        trapFocus
        returnFocus
        transitionProps={{ duration: 0 }}
        classNames={{ dropdown: styles.menu ?? '' }}
      >
        <MantinePopover.Target>
          <Anchor element={anchor} />
        </MantinePopover.Target>
        <MantinePopover.Dropdown ref={panel} aria-label={label}>
          {children}
        </MantinePopover.Dropdown>
      </MantinePopover>
    </KitProvider>
  );
}
