// A menu of actions or choices, from a table.
import { Menu as MantineMenu } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { DoneIcon } from '../icons.ts';
import { Keys } from '../marks/keys.tsx';
import styles from './overlays.module.css';

interface MenuItem {
  label: string;
  icon?: ReactNode;
  keys?: string | undefined;
  isChosen?: boolean;
  unavailable?: string | undefined;
  run: () => void;
}

interface MenuGroup {
  label?: string;
  items: readonly MenuItem[];
}

interface MenuProps {
  groups: readonly MenuGroup[];
  target: ReactElement;
  position?: 'bottom-start' | 'bottom-end';
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

export const Menu = ({ groups, target, position = 'bottom-start' }: MenuProps) => (
  <MantineMenu
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
    <MantineMenu.Target>{target}</MantineMenu.Target>
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
);
