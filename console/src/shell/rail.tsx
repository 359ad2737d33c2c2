// The rail has the pages that the person may use, with the saved views of lists beneath.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isRequester, type Me } from '../api/index.ts';
import { page } from '../session/index.ts';
import { OpenIcon, ReferenceIcon } from '../ui/icons.ts';
import { labelFor, mayOpen, type RailPage } from './pages.ts';
import styles from './shell.module.css';

interface RailProps {
  me: Me;
  pages: readonly RailPage[];
}

const Always = ({ children }: { children: ReactNode }) => children;

export const Rail = ({ me, pages }: RailProps) => (
  <nav className={styles.nav} aria-label="Pages">
    <Link to="/" className={styles.brand} title="Signalbox">
      <svg viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="8" />
        <path d="M9 24V8h5v16zm9 0V13h5v11z" />
      </svg>
      <span>
        Signalbox
        {page.instance !== 'signalbox' && <small> {page.instance}</small>}
      </span>
    </Link>
    <div className={styles.pages}>
      {pages
        .filter((one) => mayOpen(me, one))
        .map(({ below, Guard = Always, ...one }) => (
          <Guard key={one.path} me={me}>
            <div className={styles.group}>
              <Link
                to={one.path}
                className={styles.navLink}
                activeProps={{ 'data-active': true }}
                title={labelFor(me, one)}
              >
                {one.icon}
                <span>{labelFor(me, one)}</span>
              </Link>
              {below !== undefined && !isRequester(me) && (
                <div className={styles.below}>{below}</div>
              )}
            </div>
          </Guard>
        ))}
    </div>
    {!isRequester(me) && (
      <a
        className={styles.navLink}
        href="/docs/"
        target="_blank"
        rel="noopener"
        title="API reference"
      >
        <ReferenceIcon />
        <span>API reference</span>
        <OpenIcon className={styles.outside} />
      </a>
    )}
  </nav>
);
