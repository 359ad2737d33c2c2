// A small panel at a button.
import { Popover as MantinePopover } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import styles from './overlays.module.css';

interface PopoverProps {
  label: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  target: ReactElement;
  children: ReactNode;
}

export const Popover = ({ label, isOpen, onChange, target, children }: PopoverProps) => (
  <MantinePopover
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
    <MantinePopover.Target>{target}</MantinePopover.Target>
    <MantinePopover.Dropdown aria-label={label}>{children}</MantinePopover.Dropdown>
  </MantinePopover>
);
