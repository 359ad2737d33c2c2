// The bell counts unread notifications and opens the inbox, which is loaded after the first page.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isRequester, type Me, unreadQuery } from '../api/index.ts';
import { useCommands } from '../keys/index.ts';
import { live } from '../live/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { BellIcon } from '../ui/icons.ts';
import { lazyModule, whenIdle } from '../ui/lazy-module.ts';
import { partOf } from '../ui/lazy-part.tsx';
import { announce } from '../ui/overlays/announce.tsx';
import { countText } from './count-text.ts';
import type * as Desktop from './desktop.ts';
import { inboxCommands } from './inbox.keys.ts';
import styles from './inbox.module.css';
import { useTabMarks } from './tab-marks.ts';

const drawer = lazyModule(() => import('./inbox-drawer.tsx'));
const InboxDrawer = partOf(drawer)((parts) => parts.InboxDrawer);

/** Notifications of the desktop have words for all types, which are loaded after the first page. */
function followLater(follow: (desktop: typeof Desktop) => () => void): () => void {
  let [isOver, stop] = [false, (): void => undefined];
  const begin = async () => {
    const desktop = await import('./desktop.ts');
    if (!isOver) stop = follow(desktop);
  };
  // A file that did not arrive is no reason to interrupt somebody.
  whenIdle(() => void begin().catch(() => undefined));
  return () => {
    isOver = true;
    stop();
  };
}

/** While the stream is interrupted, the count is read at this interval. */
const POLL_MS = 30_000;

const labelOf = (unread: number): string =>
  unread > 0 ? `Inbox, ${countText(unread)} unread` : 'Inbox';

function useUnread(): number {
  const { isLive } = useSyncExternalStore(live.subscribe, live.status);
  const { data = 0 } = useQuery({ ...unreadQuery, refetchInterval: isLive ? false : POLL_MS });
  const before = useRef(data);
  useEffect(() => {
    if (data > before.current) announce(`${countText(data)} unread in the inbox.`);
    before.current = data;
  }, [data]);
  return data;
}

export function InboxBell({ me }: { me: Me }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const unread = useUnread();
  useTabMarks(unread);
  useEffect(() => whenIdle(() => void drawer.preload()), []);
  useEffect(
    () => followLater((desktop) => desktop.followDesktop(me, (target) => void navigate(target))),
    [me, navigate],
  );
  useCommands(inboxCommands, { inbox: () => setOpen(true) });
  return (
    <>
      <Button
        variant="quiet"
        icon={
          <span className={styles.bell}>
            <BellIcon />
            {unread > 0 && (
              <span className={styles.count} aria-hidden>
                {countText(unread)}
              </span>
            )}
          </span>
        }
        label={labelOf(unread)}
        keys={isRequester(me) ? undefined : ['g n']}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <InboxDrawer me={me} unread={unread} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
