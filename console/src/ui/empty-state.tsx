// Nothing to show: why, and the next step.
import type { ReactNode } from 'react';
import styles from './panels.module.css';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

export const EmptyState = ({ title, children, actions }: EmptyStateProps) => (
  <div className={styles.panel}>
    <h2>{title}</h2>
    {children !== undefined && <p>{children}</p>}
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </div>
);
