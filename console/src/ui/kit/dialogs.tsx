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

/** On a narrow screen the rail is in a sheet. */
export const Sheet = ({ title, isOpen, onClose, children }: OverlayProps) => (
  <KitProvider>
    <Drawer
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
    </Drawer>
  </KitProvider>
);
