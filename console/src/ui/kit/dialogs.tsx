// Dialogs and sheets return the focus when they close.
import { Drawer, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { KitProvider } from './provider.tsx';
import styles from './kit.module.css';

interface OverlayProps {
  title: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

const overlayStyles = {
  overlay: styles.overlay ?? '',
  content: styles.content ?? '',
  header: styles.header ?? '',
  title: styles.title ?? '',
  body: styles.body ?? '',
};

interface DialogProps extends OverlayProps {
  size?: number;
  canClose?: boolean;
}

export const Dialog = ({
  title,
  isOpen,
  onClose,
  size = 480,
  canClose = true,
  children,
}: DialogProps) => (
  <KitProvider>
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
  </KitProvider>
);

interface SheetProps extends OverlayProps {
  side?: 'left' | 'right';
  size?: number | '100%';
  /** The focus goes back to where it was when the sheet closes; a sheet that opens another page must not do that. */
  returnsFocus?: boolean;
}

/** A sheet covers one side of the page. On a narrow screen the rail is in one. */
export const Sheet = ({
  title,
  isOpen,
  onClose,
  side = 'left',
  size = 280,
  returnsFocus = true,
  children,
}: SheetProps) => (
  <KitProvider>
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={title}
      position={side}
      size={size}
      returnFocus={returnsFocus}
      transitionProps={{ duration: 0 }}
      classNames={{ ...overlayStyles, content: `${styles.content} ${styles[side]}` }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Drawer>
  </KitProvider>
);
