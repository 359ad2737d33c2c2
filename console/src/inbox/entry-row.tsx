// An entry is one link: a sentence, the title of the record, the beginning of the note, and the age.
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import {
  ApprovedIcon,
  AssignedIcon,
  BellIcon,
  ClockIcon,
  KnowledgeIcon,
  MentionIcon,
  OnHoldIcon,
  ReplyIcon,
  ResolvedIcon,
  WatchedIcon,
  WebhooksIcon,
} from '../ui/icons.ts';
import layout from '../ui/layout/layout.module.css';
import { Instant } from '../ui/marks/instant.tsx';
import type { InboxEntry } from './inbox.entries.ts';
import styles from './inbox.module.css';
import type { EntryIcon } from './inbox.words.ts';

const icons: Record<EntryIcon, typeof BellIcon> = {
  assigned: AssignedIcon,
  reply: ReplyIcon,
  awaiting: OnHoldIcon,
  resolved: ResolvedIcon,
  approval: ApprovedIcon,
  article: KnowledgeIcon,
  clock: ClockIcon,
  webhook: WebhooksIcon,
  mention: MentionIcon,
  watched: WatchedIcon,
  other: BellIcon,
};

const Content = ({ entry }: { entry: InboxEntry }) => {
  const { icon, sentence, title, excerpt, at, isUnread } = entry;
  const Icon = icons[icon];
  return (
    <>
      <span className={styles.icon} aria-hidden>
        <Icon />
      </span>
      <span className={styles.text}>
        <span className={styles.sentence}>
          {isUnread && <span className={layout.hidden}>Unread: </span>}
          {sentence}
        </span>
        {title !== undefined && <span className={styles.title}>{title}</span>}
        {excerpt !== undefined && <span className={styles.excerpt}>{excerpt}</span>}
      </span>
      <span className={styles.end}>
        <Instant at={at} />
        {isUnread && <i className={styles.dot} aria-hidden />}
      </span>
    </>
  );
};

interface EntryRowProps {
  entry: InboxEntry;
  /** One entry is a stop of the Tab key; j and k lead to the others. */
  isStop: boolean;
  onFocus: () => void;
  onOpen: (entry: InboxEntry) => void;
}

/** A click that opens another tab or window leaves the inbox as it is. */
const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

export function EntryRow({ entry, isStop, onFocus, onOpen }: EntryRowProps) {
  const common = {
    className: styles.entry,
    'data-entry': entry.key,
    'data-unread': entry.isUnread || undefined,
    tabIndex: isStop ? 0 : -1,
    onFocus,
  };
  return (
    <li>
      {entry.target ? (
        <Link
          {...entry.target}
          {...common}
          onClick={(event) => {
            if (!isPlain(event)) return;
            event.preventDefault();
            onOpen(entry);
          }}
        >
          <Content entry={entry} />
        </Link>
      ) : (
        <button type="button" {...common} onClick={() => onOpen(entry)}>
          <Content entry={entry} />
        </button>
      )}
    </li>
  );
}
