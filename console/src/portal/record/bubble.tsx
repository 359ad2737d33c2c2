// A message is a bubble: mine on the right, those of others on the left with their initials.
import type { ReactNode } from 'react';
import type { NotedRef } from '../../api/index.ts';
import { Instant } from '../../ui/marks/instant.tsx';
import { Initials } from '../../ui/marks/person.tsx';
import { LazyMarkdown } from '../../ui/reading/lazy-markdown.tsx';
import { usePersonNames } from '../../words/index.ts';
import type { Message } from './conversation.ts';
import styles from './conversation.module.css';
import { MessageFiles } from './message-files.tsx';

interface BubbleProps {
  /** The reader wrote it if there is no name. */
  name?: string | undefined;
  isContinued?: boolean;
  isPale?: boolean;
  head?: ReactNode;
  text: string;
  children?: ReactNode;
}

export const Bubble = ({
  name,
  isContinued = false,
  isPale = false,
  head,
  text,
  children,
}: BubbleProps) => (
  <li
    className={styles.message}
    data-mine={name === undefined || undefined}
    data-continued={isContinued || undefined}
    data-pale={isPale || undefined}
  >
    {name !== undefined && <Initials name={name} />}
    <div className={styles.content}>
      {!isContinued && (
        <p className={styles.head}>
          <b>{name ?? 'You'}</b> {head}
        </p>
      )}
      <div className={styles.bubble}>
        <LazyMarkdown text={text} />
      </div>
      {children}
    </div>
  </li>
);

interface MessageBubbleProps {
  record: NotedRef;
  message: Message;
  isContinued: boolean;
}

export function MessageBubble({ record, message, isContinued }: MessageBubbleProps) {
  const nameOf = usePersonNames();
  const { author, isMine, at, text, noteId, attachments } = message;
  return (
    <Bubble
      name={isMine ? undefined : nameOf(author)}
      isContinued={isContinued}
      head={<Instant at={at} kind="clock" />}
      text={text}
    >
      <MessageFiles record={record} noteId={noteId} attachments={attachments} />
    </Bubble>
  );
}
