// The timeline is ordered newest first: notes in full, changes in one line, deliveries and e-mails folded.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf, type RecordRef, timelineOf } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { dayName } from './days.ts';
import { OutgoingNoteItem } from './outgoing-note.tsx';
import { TimelineEntryItem } from './timeline-entry.tsx';
import { showsNotes, type TimelineFilter, timelineDays, timeOf } from './timeline.items.ts';
import styles from './timeline.module.css';
import { useOutgoingNotes } from './use-outgoing-notes.ts';
import { startOfDay } from '../../ui/region/zone.ts';

const filters: readonly { id: TimelineFilter; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'conversation', label: 'Conversation' },
  { id: 'internal', label: 'Team notes' },
  { id: 'changes', label: 'Changes' },
];

const midnight = (iso: string): number => startOfDay(Date.parse(iso));

const emptyTexts: Record<TimelineFilter, string> = {
  all: 'Nothing has happened yet.',
  conversation: 'Nobody has written to the requester yet, and they have not answered.',
  internal: 'No team notes yet.',
  changes: 'No field has changed yet.',
};

export function Timeline({ record }: { record: RecordRef }) {
  const [filter, setFilter] = useState<TimelineFilter>('all');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timelineOf(record),
  );
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const days = timelineDays(entries, filter, midnight, record.id);
  const isKnown = (noteId: string | undefined): boolean =>
    noteId !== undefined && entries.some(({ note }) => note?.id === noteId);
  const waiting = useOutgoingNotes(record).filter(
    ({ noteId, visibility }) => !isKnown(noteId) && showsNotes(filter, visibility),
  );
  return (
    <section className={styles.timeline} aria-label="Activity" tabIndex={-1} data-timeline>
      <Tabs
        label="Show in the timeline"
        variant="pill"
        tabs={filters}
        value={filter}
        onChange={setFilter}
      >
        {error && !data && <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />}
        {!data && !error && (
          <div className={styles.loading}>
            <SkeletonBar width="60%" />
            <SkeletonBar width="70%" />
            <SkeletonBar width="50%" />
          </div>
        )}
        {waiting.length > 0 && (
          <ol className={styles.items} aria-label="Notes that are not sent yet">
            {waiting.map((note) => (
              <OutgoingNoteItem key={note.key} note={note} />
            ))}
          </ol>
        )}
        {data && days.length === 0 && waiting.length === 0 && !hasNextPage && (
          <p className={styles.empty}>{emptyTexts[filter]}</p>
        )}
        {days.map(({ day, items }) => (
          <section key={day}>
            <h3 className={styles.day}>{dayName(day, midnight(new Date().toISOString()))}</h3>
            <ol className={styles.items}>
              {items.map((item) => (
                <TimelineEntryItem key={timeOf(item) + idOf(item)} record={record} item={item} />
              ))}
            </ol>
          </section>
        ))}
        {hasNextPage && (
          <Button
            className={styles.older}
            unavailable={isFetchingNextPage ? 'Loading…' : undefined}
            onClick={() => void fetchNextPage()}
          >
            Show older entries
          </Button>
        )}
      </Tabs>
    </section>
  );
}

const idOf = (item: ReturnType<typeof timelineDays>[number]['items'][number]): string =>
  'entries' in item ? (item.entries.at(-1)?.id ?? '') : item.entry.id;
