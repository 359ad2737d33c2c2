// The title and the icon of the tab show that something is unread.
import { useEffect } from 'react';
import unreadIcon from '../ui/signalbox-unread.svg';
import { prefixOf, withPrefix } from './count-text.ts';

let shown = '';
let plainIcon: string | undefined;

function showTitle(next: string): void {
  const title = withPrefix(document.title, shown, next);
  shown = next;
  // Setting the same title would be observed again.
  if (title !== document.title) document.title = title;
}

function showIcon(isUnread: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (!link) return;
  plainIcon ??= link.href;
  const href = isUnread ? new URL(unreadIcon, location.origin).href : plainIcon;
  if (link.href !== href) link.href = href;
}

/** Pages set the title whenever they change, so it is followed. */
export function useTabMarks(unread: number): void {
  useEffect(() => {
    const prefix = prefixOf(unread);
    showTitle(prefix);
    showIcon(unread > 0);
    const observer = new MutationObserver(() => showTitle(prefix));
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [unread]);
}
