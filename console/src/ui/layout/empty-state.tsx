// Where there is nothing to show, an empty state says why, and what to do next.
import type { ReactNode } from 'react';
import styles from './panels.module.css';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** The empty state is the whole page, so its title is the heading of the page. */
  isPage?: boolean;
}

export const EmptyState = ({ title, children, actions, isPage = false }: EmptyStateProps) => (
  <div className={styles.panel}>
    {isPage ? <h1 tabIndex={-1}>{title}</h1> : <h2>{title}</h2>}
    {children !== undefined && <p>{children}</p>}
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </div>
);
