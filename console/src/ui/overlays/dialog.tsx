// Dialogs, and the sheet of a narrow screen. They return the focus when they close.
import { Drawer as MantineDrawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './overlays.module.css';

interface OverlayProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

export const Dialog = ({
  title,
  isOpen,
  onClose,
  size = 480,
  canClose = true,
  children,
}: OverlayProps & { size?: number; canClose?: boolean }) => (
  <Modal
    opened={isOpen}
    onClose={onClose}
    title={title}
    size={size}
    centered
    withCloseButton={canClose}
    closeOnEscape={canClose}
    closeOnClickOutside={canClose}
    transitionProps={{ duration: 0 }}
    classNames={overlayStyles}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {children}
  </Modal>
);

const overlayStyles = {
  overlay: styles.overlay ?? '',
  content: styles.content ?? '',
  header: styles.header ?? '',
  title: styles.title ?? '',
  body: styles.body ?? '',
};

export const DialogFooter = ({ children }: { children: ReactNode }) => (
  <div className={styles.footer}>{children}</div>
);

/** The rail on a narrow screen. */
export const Sheet = ({ title, isOpen, onClose, children }: OverlayProps) => (
  <MantineDrawer
    opened={isOpen}
    onClose={onClose}
    title={title}
    position="left"
    size={280}
    transitionProps={{ duration: 0 }}
    classNames={{ ...overlayStyles, content: `${styles.content} ${styles.sheet}` }}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {children}
  </MantineDrawer>
);
