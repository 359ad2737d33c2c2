// The page of an employee: the title, how it stands in one sentence, the steps, the conversation, and one place to act.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { type NotedRef, type TimelineEntry, timelineOf } from '../../api/index.ts';
import { useOutgoingNotes } from '../../records/index.ts';
import { copyText } from '../../ui/code/copy.ts';
import { Button } from '../../ui/forms/button.tsx';
import { BackIcon, CopyIcon } from '../../ui/icons.ts';
import { type Stage, Stages } from '../../ui/marks/stages.tsx';
import { announce } from '../../ui/overlays/announce.tsx';
import { usePersonNames } from '../../words/index.ts';
import { conversationOf, type Message, type Opening } from './conversation.ts';
import { Conversation } from './conversation.tsx';
import styles from './record.module.css';
import type { StatusWords } from './status.words.ts';

const Reference = ({ id }: { id: string }) => (
  <p className={styles.reference}>
    Your reference {id}
    <Button
      variant="quiet"
      icon={<CopyIcon />}
      label="Copy the reference"
      onClick={() => copyText(id, 'The reference is copied.')}
    />
  </p>
);

/** On a phone, the message itself is further down. */
function Quote({ message: { author, text } }: { message: Message }) {
  const nameOf = usePersonNames();
  return (
    <blockquote className={styles.quote}>
      <b>{nameOf(author)}:</b> {text}
    </blockquote>
  );
}

interface RecordViewProps {
  record: NotedRef;
  me: string;
  opening: Opening;
  words: StatusWords;
  stepsOf: (entries: readonly TimelineEntry[]) => Stage[];
  /** We asked something: the page repeats our last message at its top. */
  isAsked?: boolean;
  /** The buttons stand beside the sentence. */
  actions?: ReactNode;
  /** A question to the reader stands above the sentence. */
  question?: ReactNode;
  /** The content stands between the sentence and the conversation. */
  details?: ReactNode;
  /** The place at the end of the page takes what the employee can do now. */
  children: ReactNode;
}

/** A change of the sentence is announced, and the end of the page follows a message that is sent. */
function useFollowing(sentence: string, outgoing: number) {
  const end = useRef<HTMLDivElement>(null);
  const said = useRef(sentence);
  useEffect(() => {
    if (said.current !== sentence) announce(sentence);
    said.current = sentence;
  }, [sentence]);
  useEffect(() => {
    if (outgoing > 0) end.current?.scrollIntoView({ block: 'end' });
  }, [outgoing]);
  return end;
}

export function RecordView({
  record,
  me,
  opening,
  words,
  stepsOf,
  isAsked = false,
  actions,
  question,
  details,
  children,
}: RecordViewProps) {
  const nameOf = usePersonNames();
  const timeline = useInfiniteQuery(timelineOf(record));
  const { data, hasNextPage } = timeline;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries), [data]);
  const items =
    entries && conversationOf(entries, hasNextPage ? undefined : opening, { me, nameOf });
  const asking = isAsked
    ? items?.findLast((item): item is Message => item.kind === 'message' && !item.isMine)
    : undefined;
  const end = useFollowing(words.sentence, useOutgoingNotes(record).length);
  return (
    <div className={styles.page}>
      <title>{`${opening.title} – Signalbox`}</title>
      <div className={styles.column}>
        <header className={styles.header}>
          <Link to="/home" className={styles.home}>
            <BackIcon />
            Home
          </Link>
          <h1 tabIndex={-1}>{opening.title}</h1>
          <Reference id={record.id} />
        </header>
        {question}
        <section className={styles.status} aria-label="How it stands" data-tone={words.tone}>
          <h2>{words.sentence}</h2>
          {asking && <Quote message={asking} />}
          <p>{words.next}</p>
          <Stages label="Steps" stages={stepsOf(entries ?? [])} isCompact />
          {actions}
        </section>
        {details}
        <Conversation
          record={record}
          items={items}
          earlier={
            hasNextPage
              ? {
                  isLoading: timeline.isFetchingNextPage,
                  onShow: () => void timeline.fetchNextPage(),
                }
              : undefined
          }
          hasFailed={timeline.isError}
          onRetry={() => void timeline.refetch()}
        />
      </div>
      <div className={styles.dock}>
        <div className={styles.column}>{children}</div>
      </div>
      <div ref={end} />
    </div>
  );
}
