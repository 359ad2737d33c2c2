// The top bar has the search, the state of the live connection, the bell of the inbox, and the account.
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { AddIcon, KeysIcon, MenuIcon, SearchIcon } from '../ui/icons.ts';
import { Keys } from '../ui/marks/keys.tsx';
import { isRequester, mayUse, type Me } from '../api/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { LiveStatus } from './live-status.tsx';
import { searchLabel } from './search/search-box.tsx';
import styles from './shell.module.css';

interface TopBarProps {
  me: Me;
  bell: ReactNode;
  onSearch: () => void;
  onShowRail: () => void;
  onShowKeys: () => void;
}

export function TopBar({ me, bell, onSearch, onShowRail, onShowKeys }: TopBarProps) {
  const navigate = useNavigate();
  const label = searchLabel(me);
  return (
    <header className={styles.topBar}>
      <Button
        variant="quiet"
        className={styles.menuButton}
        icon={<MenuIcon />}
        label="Show the pages"
        onClick={onShowRail}
      />
      <button type="button" className={styles.search} aria-haspopup="dialog" onClick={onSearch}>
        <SearchIcon />
        <span className={styles.searchLabel}>{label}</span>
        <span className={styles.searchKey} aria-hidden>
          <Keys keys="/" />
          <Keys keys="mod+K" />
        </span>
      </button>
      <div className={styles.topEnd}>
        {!isRequester(me) && <LiveStatus />}
        {mayUse(me, 'incidents.create') && (
          <Button
            variant="quiet"
            icon={<AddIcon />}
            label={isRequester(me) ? 'Report a problem' : 'New incident'}
            keys={isRequester(me) ? undefined : ['c']}
            onClick={() => void navigate({ to: '/incidents/new' })}
          />
        )}
        {!isRequester(me) && (
          <Button
            variant="quiet"
            className={styles.wideOnly}
            icon={<KeysIcon />}
            label="Keyboard shortcuts"
            keys={['?']}
            onClick={onShowKeys}
          />
        )}
        {bell}
        <AccountMenu me={me} onShowKeys={onShowKeys} />
      </div>
    </header>
  );
}
