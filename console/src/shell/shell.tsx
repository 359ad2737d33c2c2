// Every page stands in one frame with the rail, the top bar, the search box, keys and dialogs.
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { isRequester, mayUse, type Me } from '../api/index.ts';
import { type Command, letterKeys, undo, useCommands } from '../keys/index.ts';
import { session } from '../session/index.ts';
import { Announcer } from '../ui/overlays/announce.tsx';
import { Sheet } from '../ui/overlays/dialog.tsx';
import { preloadKit } from '../ui/kit/index.tsx';
import { whenIdle } from '../ui/lazy-module.ts';
import { useScheme } from '../ui/scheme.ts';
import { lazyModule } from '../ui/lazy-module.ts';
import { partOf } from '../ui/lazy-part.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import { Banner } from './banner.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { mayOpen, type RailPage } from './pages.ts';
import { Rail } from './rail.tsx';
import { SearchBox, type ViewsOf } from './search/search-box.tsx';
import { useNotedRecents } from './search/use-recents.ts';
import { SessionDialog } from './session-dialog.tsx';
import { shellCommands } from './shell.keys.ts';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';

/** Few people ask for the keys, and not at first. */
const KeysDialog = partOf(lazyModule(() => import('./keys-dialog.tsx')))(
  (parts) => parts.KeysDialog,
);

interface ShellProps {
  me: Me;
  pages: readonly RailPage[];
  /** The keys dialog lists all commands of the console. */
  commands: readonly Command[];
  /** The bell of the inbox is in the top bar. */
  bell: ReactNode;
  /** The search box offers these views. */
  viewsOf: ViewsOf;
  children: ReactNode;
}

const toggleLetters = () => {
  letterKeys.set(!letterKeys.areOn());
  toast(`Single-letter keys are ${letterKeys.areOn() ? 'on' : 'off'}.`);
};

export function Shell({ me, pages, commands, bell, viewsOf, children }: ShellProps) {
  const navigate = useNavigate();
  const { setScheme } = useScheme();
  const [keysAreShown, showKeys] = useState(false);
  const [railIsShown, showRail] = useState(false);
  const [searchIsShown, showSearch] = useState(false);
  useNotedRecents();
  // The box has the focus when this returns, so that the next key is written in it.
  const openSearch = () => flushSync(() => showSearch(true));
  // The first page is on screen: dialogs and menus are loaded before somebody opens one.
  useEffect(() => whenIdle(preloadKit), []);
  const isOwn = isRequester(me);
  useEffect(() => letterKeys.limitTo(isOwn ? ['/'] : undefined), [isOwn]);
  useCommands(shellCommands, {
    search: openSearch,
    keys: () => showKeys(true),
    create: {
      run: () => void navigate({ to: '/incidents/new' }),
      unavailable: mayUse(me, 'incidents.create')
        ? undefined
        : 'Your role cannot create incidents.',
    },
    undo: () => {
      if (!undo.run()) toast('There is nothing to undo.');
    },
    ...Object.fromEntries(
      pages
        .filter((one) => mayOpen(me, one))
        .map(({ path, command }) => [command, () => void navigate({ to: path })]),
    ),
    profile: () => void navigate({ to: '/profile' }),
    'theme.light': () => setScheme('light'),
    'theme.dark': () => setScheme('dark'),
    'theme.auto': () => setScheme('auto'),
    letters: toggleLetters,
    signOut: () => void session.signOut(),
  });
  return (
    <div className={styles.frame} data-own={isOwn || undefined}>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <aside className={styles.rail}>
        <Rail me={me} pages={pages} />
      </aside>
      <TopBar
        me={me}
        bell={bell}
        onSearch={openSearch}
        onShowRail={() => showRail(true)}
        onShowKeys={() => showKeys(true)}
      />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Banner forManager={mayUse(me, 'webhooks.manage')} />
        {children}
      </main>
      {isOwn && <BottomBar me={me} pages={pages} />}
      <Sheet title="Pages" isOpen={railIsShown} onClose={() => showRail(false)}>
        {/* Any link closes the sheet. */}
        <div onClick={() => showRail(false)} role="presentation">
          <Rail me={me} pages={pages} />
        </div>
      </Sheet>
      {searchIsShown && <SearchBox me={me} viewsOf={viewsOf} onClose={() => showSearch(false)} />}
      <KeysDialog isOpen={keysAreShown} commands={commands} onClose={() => showKeys(false)} />
      <SessionDialog />
      <Announcer />
    </div>
  );
}
