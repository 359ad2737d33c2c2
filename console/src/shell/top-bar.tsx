// The top bar has the search, the state of the live connection, the bell of the inbox, and the account.
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode, RefObject } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { AddIcon, KeysIcon, MenuIcon, SearchIcon } from '../ui/icons.ts';
import { Keys } from '../ui/marks/keys.tsx';
import { isRequester, mayUse, type Me } from '../api/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { LiveStatus } from './live-status.tsx';
import { recordOf, searchTargetOf } from './search-target.ts';
import styles from './shell.module.css';

interface TopBarProps {
  me: Me;
  bell: ReactNode;
  searchRef: RefObject<HTMLInputElement | null>;
  onShowRail: () => void;
  onShowKeys: () => void;
}

export function TopBar({ me, bell, searchRef, onShowRail, onShowKeys }: TopBarProps) {
  const navigate = useNavigate();
  const pathname = useLocation({ select: (location) => location.pathname });
  const target = searchTargetOf(pathname, {
    mayUse: (permission) => mayUse(me, permission),
    isRequester: isRequester(me),
  });
  const search = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = searchRef.current?.value.trim() ?? '';
    searchRef.current?.blur();
    const record = recordOf(q);
    if (record) void navigate({ to: record.to, params: { id: record.id } });
    else void navigate({ to: target.path, search: q === '' ? {} : { q } });
  };
  return (
    <header className={styles.topBar}>
      <Button
        variant="quiet"
        className={styles.menuButton}
        icon={<MenuIcon />}
        label="Show the pages"
        onClick={onShowRail}
      />
      <form className={styles.search} role="search" onSubmit={search}>
        <SearchIcon />
        <input
          ref={searchRef}
          name="q"
          type="search"
          maxLength={200}
          placeholder={target.label}
          aria-label={target.label}
          autoComplete="off"
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
        <span className={styles.searchKey} aria-hidden>
          <Keys keys="/" />
        </span>
      </form>
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
