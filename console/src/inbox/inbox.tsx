// The sections of the inbox share one order for the keys.
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { isRequester, type Me } from '../api/index.ts';
import { overlayKeys } from '../keys/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { ErrorPanel } from '../ui/layout/error-panel.tsx';
import { EntryRow } from './entry-row.tsx';
import type { InboxEntry } from './inbox.entries.ts';
import { inboxCommands } from './inbox.keys.ts';
import styles from './inbox.module.css';
import { Loading, NextPage } from './next-page.tsx';
import { markAllRead, markRead } from './read-marks.ts';
import { type InboxContent, useInbox, type WaitingPage } from './use-inbox.ts';

const waitsForMe = { decidable: 'true' };

const More = ({ to, noun, page, onFollow }: WaitingPage & { onFollow: () => void }) =>
  page.total > 0 && (
    <Link to={to} search={waitsForMe} className={styles.more} onClick={onFollow}>
      {page.total > page.rows.length ? `Show all ${page.total} ${noun}` : `Show in ${noun}`}
    </Link>
  );

interface InboxProps {
  me: Me;
  unread: number;
  onOpen: (entry: InboxEntry) => void;
  /** A link leads away from the inbox. */
  onLeave: () => void;
}

export function Inbox({ me, unread, onOpen, onLeave }: InboxProps) {
  const content = useInbox(me);
  const { isReady, fault, waiting, waitingPages, showNew } = content;
  const all = [...waiting, ...content.notifications];
  const rootRef = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const stop = all.some(({ key }) => key === current) ? current : all[0]?.key;
  const move = (by: 1 | -1) => {
    const found = [...(rootRef.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
    const from = found.findIndex((one) => one === document.activeElement);
    found[from === -1 ? 0 : Math.min(Math.max(from + by, 0), found.length - 1)]?.focus();
  };
  const readFocused = () => {
    const { entry } = (document.activeElement as HTMLElement | null)?.dataset ?? {};
    const { isUnread, notificationId } = all.find(({ key }) => key === entry) ?? {};
    if (isUnread && notificationId !== undefined) void markRead(notificationId);
  };
  const onKeyDown = overlayKeys(inboxCommands, {
    'inbox.next': () => move(1),
    'inbox.previous': () => move(-1),
    'inbox.read': readFocused,
    'inbox.new': showNew,
  });
  const renderEntry = (entry: InboxEntry) => (
    <EntryRow
      key={entry.key}
      entry={entry}
      isStop={entry.key === stop}
      onFocus={() => setCurrent(entry.key)}
      onOpen={onOpen}
    />
  );
  return (
    <div
      ref={rootRef}
      className={styles.inbox}
      role="group"
      aria-label="Entries"
      tabIndex={-1}
      data-autofocus
      onKeyDown={onKeyDown}
    >
      {fault && <ErrorPanel fault={fault} onRetry={showNew} />}
      {!isReady && !fault && <Loading />}
      {isReady && waiting.length > 0 && (
        <section aria-labelledby="inbox-waiting">
          <h3 id="inbox-waiting">Waits for my approval</h3>
          <ul>{waiting.map(renderEntry)}</ul>
          {!isRequester(me) &&
            waitingPages.map((one) => <More key={one.to} {...one} onFollow={onLeave} />)}
        </section>
      )}
      {isReady && (
        <Notifications me={me} content={content} unread={unread} renderEntry={renderEntry} />
      )}
    </div>
  );
}

interface NotificationsProps {
  me: Me;
  content: InboxContent;
  unread: number;
  renderEntry: (entry: InboxEntry) => React.ReactNode;
}

const Notifications = ({ me, content, unread, renderEntry }: NotificationsProps) => {
  const { notifications, newCount, showNew, next } = content;
  return (
    <section aria-labelledby="inbox-notifications">
      <header>
        <h3 id="inbox-notifications">Notifications</h3>
        {newCount > 0 && (
          <Button
            variant="quiet"
            label="Show new entries"
            keys={isRequester(me) ? undefined : ['.']}
            onClick={showNew}
          >
            Show {newCount} new
          </Button>
        )}
        <Button
          variant="quiet"
          unavailable={unread === 0 ? 'Everything is read.' : undefined}
          onClick={() => void markAllRead()}
        >
          Mark all read
        </Button>
      </header>
      {notifications.length === 0 && (
        <EmptyState title="Nothing has happened yet">
          {isRequester(me)
            ? 'We tell you here when we answer you, need something from you, or have finished.'
            : 'You are notified here when something is assigned to you, answered or waits for you.'}
        </EmptyState>
      )}
      <ul>{notifications.map(renderEntry)}</ul>
      {next && <NextPage {...next} />}
    </section>
  );
};
