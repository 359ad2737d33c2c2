// The conversation runs from the oldest message to the newest, like a chat, with a heading for each day.
import { useEffect, useRef } from 'react';
import type { NotedRef } from '../../api/index.ts';
import { dayName, useOutgoingNotes } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { announce } from '../../ui/overlays/announce.tsx';
import { usePersonNames } from '../../words/index.ts';
import { MessageBubble } from './bubble.tsx';
import { daysOf, type Item } from './conversation.ts';
import styles from './conversation.module.css';
import { OutgoingBubble } from './outgoing-bubble.tsx';
import { startOfDay } from '../../ui/region/zone.ts';

const midnight = (time: string | number): number => startOfDay(new Date(time).getTime());

/** Tells screen readers of a message that arrives while the page is open. */
function useAnnouncedMessages(items: readonly Item[] | undefined): void {
  const nameOf = usePersonNames();
  const known = useRef<string>(undefined);
  const newest = items?.findLast((item) => item.kind === 'message' && !item.isMine);
  useEffect(() => {
    if (!items) return;
    const isFirst = known.current === undefined;
    const isNew = newest !== undefined && newest.key !== known.current;
    known.current = newest?.key ?? '';
    if (!isFirst && isNew && newest.kind === 'message')
      announce(`New message from ${nameOf(newest.author)}`);
  }, [items, newest, nameOf]);
}

interface EarlierProps {
  isLoading: boolean;
  onShow: () => void;
}

interface ConversationProps {
  record: NotedRef;
  /** The items are undefined until the first of them are loaded. */
  items: readonly Item[] | undefined;
  /** There are older messages, which are loaded on demand. */
  earlier: EarlierProps | undefined;
  hasFailed: boolean;
  onRetry: () => void;
}

export function Conversation({ record, items, earlier, hasFailed, onRetry }: ConversationProps) {
  useAnnouncedMessages(items);
  const shown = new Set(items?.flatMap((item) => ('noteId' in item ? [item.noteId] : [])));
  const outgoing = useOutgoingNotes(record)
    .filter(({ noteId }) => noteId === undefined || !shown.has(noteId))
    .toReversed();
  const today = midnight(Date.now());
  return (
    <section className={styles.conversation} aria-label="Conversation">
      {earlier && (
        <div className={styles.earlier}>
          <Button onClick={earlier.onShow}>
            {earlier.isLoading ? 'Loading…' : 'Show earlier messages'}
          </Button>
        </div>
      )}
      {!items && !hasFailed && <SkeletonBar width="60%" />}
      {!items && hasFailed && (
        <p role="alert">
          The messages could not be loaded. <Button onClick={onRetry}>Try again</Button>
        </p>
      )}
      {daysOf(items ?? [], midnight).map(({ day, items: ofDay }) => (
        <div key={day}>
          <h3 className={styles.day}>{dayName(day, today)}</h3>
          <ol className={styles.messages}>
            {ofDay.map((item) =>
              item.kind === 'message' ? (
                <MessageBubble
                  key={item.key}
                  record={record}
                  message={item}
                  isContinued={item.isContinued}
                />
              ) : (
                <li key={item.key} className={styles.milestone}>
                  <span>{item.text}</span>
                </li>
              ),
            )}
          </ol>
        </div>
      ))}
      {outgoing.length > 0 && (
        <ol className={styles.messages} aria-label="Messages that are not sent yet">
          {outgoing.map((note) => (
            <OutgoingBubble key={note.key} note={note} />
          ))}
        </ol>
      )}
    </section>
  );
}
