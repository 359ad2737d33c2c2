// The navigation of administration links only to pages that the caller may use.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayUse, meQuery } from '../api/index.ts';
import { adminPages } from './admin.pages.ts';
import styles from './frame.module.css';

export function AdminFrame({ children }: { children: ReactNode }) {
  const { data: me } = useQuery(meQuery);
  return (
    <div className={styles.frame}>
      <nav className={styles.nav} aria-label="Administration">
        {adminPages
          .filter(({ permission }) => me && mayUse(me, permission))
          .map(({ path, label }) => (
            <Link key={path} to={path} activeProps={{ 'data-active': true }}>
              {label}
            </Link>
          ))}
      </nav>
      {children}
    </div>
  );
}
