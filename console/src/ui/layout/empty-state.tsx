// Nothing to show: why, and the next step.
import type { ReactNode } from 'react';
import styles from './panels.module.css';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** It is the whole page, so its title is the heading of the page. */
  isPage?: boolean;
}

export const EmptyState = ({ title, children, actions, isPage = false }: EmptyStateProps) => (
  <div className={styles.panel}>
    {isPage ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
    {children !== undefined && <p>{children}</p>}
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </div>
);
