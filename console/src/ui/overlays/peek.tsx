// The panel shows one record beside the list, which stays usable; on a narrow screen the panel covers it.
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { CloseIcon } from '../icons.ts';
import styles from './peek.module.css';

interface PeekProps {
  label: string;
  title: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  /** Forms with tables need more room. */
  isWide?: boolean;
  children: ReactNode;
}

export const Peek = ({ label, title, actions, onClose, isWide = false, children }: PeekProps) => (
  <aside className={styles.panel} aria-label={label} data-wide={isWide || undefined}>
    <header className={styles.header}>
      <div className={styles.title}>{title}</div>
      {actions}
      <Button
        variant="quiet"
        icon={<CloseIcon />}
        label="Close"
        keys={['Escape']}
        onClick={onClose}
      />
    </header>
    <div className={styles.body} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  </aside>
);
