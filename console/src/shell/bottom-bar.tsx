// On a phone, requesters reach their few pages with the thumb, without a menu.
import { Link } from '@tanstack/react-router';
import type { Me } from '../api/index.ts';
import { labelFor, mayOpen, type RailPage } from './pages.ts';
import styles from './shell.module.css';

export const BottomBar = ({ me, pages }: { me: Me; pages: readonly RailPage[] }) => (
  <nav className={styles.bottomBar} aria-label="Pages">
    {pages
      .filter((one) => mayOpen(me, one))
      .map((one) => (
        <Link key={one.path} to={one.path} activeProps={{ 'data-active': true }}>
          {one.icon}
          <span>{labelFor(me, one)}</span>
        </Link>
      ))}
  </nav>
);
