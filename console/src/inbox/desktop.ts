// The browser shows a few kinds of notifications on the desktop, if that is switched on in the profile. Of all tabs, the
// one that reads the stream does it.
import {
  type InboxNotification,
  isRequester,
  listNewestNotifications,
  type LiveEvent,
  type Me,
} from '../api/index.ts';
import { live } from '../live/index.ts';
import { desktopNotices } from '../ui/settings/desktop-notices.ts';
import { personName } from '../words/index.ts';
import { lastIdOf, selectForDesktop, urgentOf } from './desktop.selection.ts';
import { type Target, targetOf } from './inbox.entries.ts';
import { wordsOf } from './inbox.words.ts';
import { markRead } from './read-marks.ts';

interface Notice {
  tag: string;
  sentence: string;
  title: string | undefined;
  onOpen: () => void;
}

function show({ tag, sentence, title = '', onOpen }: Notice): void {
  const shown = new Notification(sentence, { tag, body: title });
  shown.addEventListener('click', () => {
    shown.close();
    window.focus();
    onOpen();
  });
}

/** A person who looks at the page sees the bell. */
const isNeeded = (): boolean => live.isLeader() && desktopNotices.areOn() && !document.hasFocus();

/** Runs until the returned function is called. */
export function followDesktop(me: Me, open: (target: Target) => void): () => void {
  let lastId: string | undefined;
  const readNew = async (): Promise<InboxNotification[]> => {
    const newest = await listNewestNotifications();
    // Notifications that were there at first are not new.
    const found = lastId === undefined ? [] : selectForDesktop(newest, lastId);
    lastId = lastIdOf(newest, lastId ?? '');
    return found;
  };
  const showNew = async () => {
    if (!live.isLeader() || !desktopNotices.areOn()) return;
    for (const one of await readNew()) {
      const target = targetOf(one);
      if (!isNeeded()) return;
      show({
        tag: one.id,
        sentence: wordsOf(one, personName, isRequester(me)).sentence,
        title: one.short_description,
        onOpen: () => {
          void markRead(one.id);
          if (target) open(target);
        },
      });
    }
  };
  const showUrgent = (event: LiveEvent) => {
    const urgent = urgentOf(event, me);
    if (!urgent || !isNeeded()) return;
    const { id, title } = urgent;
    show({
      tag: id,
      sentence: `${id} is a P1 in your group`,
      title,
      onOpen: () => open({ to: '/incidents/$id', params: { id } }),
    });
  };
  const check = () => void showNew().catch(() => undefined);
  const stops = [live.onUnread(check), live.onEvent(showUrgent), desktopNotices.subscribe(check)];
  check();
  return () => {
    for (const stop of stops) stop();
  };
}
